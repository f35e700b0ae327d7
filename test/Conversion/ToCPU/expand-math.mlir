// Functions of f32 become arithmetic; those of other types stay.
// RUN: amp-opt %s --amp-cpu-expand-math | FileCheck %s

// CHECK-LABEL: func.func @single
// CHECK-NOT: math.exp
// CHECK-NOT: math.rsqrt
// CHECK: arith.mulf
// CHECK: return
func.func @single(%x: f32) -> (f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.rsqrt %x : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @double
// CHECK: math.exp %{{.*}} : f64
func.func @double(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
