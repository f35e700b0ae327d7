// Integers go to bf16 by way of f32 below sm_90, which must not round a second time;
// those of 24 bits are exact there.
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-round-integers))" | FileCheck %s
// RUN: amp-opt %s --amp-lower-gpu-kernels | FileCheck %s --check-prefix=LOWERED
// CHECK: gpu.func @casts(%[[X:.*]]: i32, %[[Y:.*]]: i24
// CHECK: arith.ori %[[X]]
// CHECK-NEXT: %[[ODD:.*]] = arith.andi
// CHECK: %[[F:.*]] = arith.uitofp %[[ODD]] : i32 to f32
// CHECK-NEXT: arith.truncf %[[F]] : f32 to bf16
// CHECK-NEXT: arith.sitofp %[[Y]] : i24 to bf16
// Folds leave the integer as it is made.
// LOWERED: llvm.or
// LOWERED-NEXT: %[[ODD:.*]] = llvm.and
// LOWERED-NEXT: llvm.uitofp %[[ODD]] : i32 to
gpu.module @kernels {
  gpu.func @casts(%x: i32, %y: i24, %out: memref<2xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.uitofp %x : i32 to bf16
    %1 = arith.sitofp %y : i24 to bf16
    memref.store %0, %out[%c0] : memref<2xbf16>
    memref.store %1, %out[%c1] : memref<2xbf16>
    gpu.return
  }
}
