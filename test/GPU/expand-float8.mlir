// Casts of 8-bit floats become arithmetic on their bits; what else computes on
// them is refused at the op.
// RUN: amp-opt %s -split-input-file --pass-pipeline="builtin.module(gpu.module(amp-expand-float8))" -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @widen
// CHECK-NOT: arith.extf %{{.*}} : f8
// CHECK: arith.bitcast %{{.*}} : f8E5M2 to i8
// CHECK: arith.shli
// CHECK: arith.bitcast %{{.*}} : i16 to f16
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK: arith.mulf
// CHECK: arith.select
// CHECK: arith.truncf %{{.*}} : f32 to f16
gpu.module @casts {
  func.func @widen(%a: f8E5M2, %b: f8E4M3FN) -> (f32, f16) {
    %0 = arith.extf %a : f8E5M2 to f32
    %1 = arith.extf %b : f8E4M3FN to f16
    return %0, %1 : f32, f16
  }

  // CHECK-LABEL: func.func @narrow
  // CHECK-NOT: arith.truncf
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  // CHECK: arith.trunci %{{.*}} : i32 to i8
  // CHECK: arith.bitcast %{{.*}} : i8 to f8E4M3FN
  func.func @narrow(%a: f32) -> f8E4M3FN {
    %0 = arith.truncf %a : f32 to f8E4M3FN
    return %0 : f8E4M3FN
  }
}

// -----

gpu.module @sum {
  func.func @add(%a: f8E5M2) -> f8E5M2 {
    // expected-error @below {{cannot go to the GPU: expected only casts between f8E4M3FN or f8E5M2 and f32, f16 or bf16 among ops on 8-bit floats, got 'f8E5M2'}}
    %0 = arith.addf %a, %a : f8E5M2
    return %0 : f8E5M2
  }
}
