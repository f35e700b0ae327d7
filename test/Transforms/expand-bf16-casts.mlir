// RUN: amp-opt %s --amp-expand-bf16-casts | FileCheck %s

// CHECK-LABEL: func.func @casts
// CHECK-NOT: arith.truncf
// CHECK-NOT: arith.extf %{{.*}} bf16
// CHECK: arith.shli
// CHECK: arith.maximumf %{{.*}} : f32
// CHECK: arith.extf %{{.*}} : f16 to f32
func.func @casts(%x: bf16, %y: f32, %z: f16) -> (bf16, f32, f32) {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.maximumf %0, %y : f32
  %2 = arith.truncf %1 : f32 to bf16
  %3 = arith.extf %z : f16 to f32
  return %2, %1, %3 : bf16, f32, f32
}
