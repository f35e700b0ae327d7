// Remainders of floats are functions of libdevice; minima and maxima, for which
// there are instructions, are not.
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-expand-remainders))" | FileCheck %s
// RUN: amp-opt %s --amp-lower-gpu-kernels | FileCheck %s --check-prefix=LOWERED
// CHECK-DAG: llvm.func @__nv_fmodf(f32, f32) -> f32
// CHECK-DAG: llvm.func @__nv_fmod(f64, f64) -> f64
// CHECK: gpu.func @remainders(%[[A:.*]]: f32, %[[B:.*]]: f16, %[[C:.*]]: f64
// CHECK: llvm.call @__nv_fmodf(%[[A]], %[[A]])
// CHECK: %[[WIDE:.*]] = arith.extf %[[B]]
// CHECK: %[[R:.*]] = llvm.call @__nv_fmodf(%{{.*}}, %{{.*}})
// CHECK: arith.truncf %[[R]] : f32 to f16
// CHECK: llvm.call @__nv_fmod(%[[C]], %[[C]])
// LOWERED-NOT: frem
// LOWERED: llvm.call @__nv_fmodf
// LOWERED: llvm.intr.maxnum
gpu.module @kernels {
  gpu.func @remainders(%a: f32, %b: f16, %c: f64, %out: memref<4xf64>) kernel {
    %i = arith.constant 0 : index
    %0 = arith.remf %a, %a : f32
    %1 = arith.remf %b, %b : f16
    %2 = arith.remf %c, %c : f64
    %m = arith.maxnumf %0, %a : f32
    %3 = arith.extf %m : f32 to f64
    %4 = arith.extf %1 : f16 to f64
    %5 = arith.addf %3, %4 : f64
    %6 = arith.addf %5, %2 : f64
    memref.store %6, %out[%i] : memref<4xf64>
    gpu.return
  }
}
