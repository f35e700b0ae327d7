// Divisions of f32 by a constant have no branch: 1/3 is 0x3eaaaaaa and a rest, both of the sign of 3.
// RUN: amp-opt %s --pass-pipeline="builtin.module(gpu.module(amp-expand-constant-divisions))" | FileCheck %s
// RUN: amp-opt %s --amp-lower-gpu-kernels | FileCheck %s --check-prefix=LOWERED
// CHECK: gpu.func @divisions(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[H:.*]]: f16
// CHECK: %[[LOW:.*]] = arith.constant 1.98682{{[0-9]*}}E-8 : f32
// CHECK-NEXT: %[[REST:.*]] = arith.mulf %[[X]], %[[LOW]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant 0.333333313 : f32
// CHECK-NEXT: llvm.intr.fma(%[[X]], %[[HIGH]], %[[REST]])
// CHECK: arith.constant -1.98682{{[0-9]*}}E-8 : f32
// CHECK: arith.constant -0.333333313 : f32
// CHECK-NEXT: llvm.intr.fma
// A power of 2 has no rest.
// CHECK: %[[EIGHTH:.*]] = arith.constant 1.250000e-01 : f32
// CHECK-NEXT: arith.mulf %[[X]], %[[EIGHTH]]
// No constant, another type, too large a one, zero, NaN.
// CHECK: arith.divf %[[X]], %[[Y]]
// CHECK: arith.divf %[[H]], %{{.*}} : f16
// CHECK: arith.divf
// CHECK: arith.divf
// CHECK: arith.divf
// LOWERED-COUNT-2: llvm.intr.fma
gpu.module @kernels {
  gpu.func @divisions(%x: f32, %y: f32, %h: f16, %out: memref<8xf32>) kernel {
    %three = arith.constant 3.0 : f32
    %minus = arith.constant -3.0 : f32
    %eight = arith.constant 8.0 : f32
    %threeHalf = arith.constant 3.0 : f16
    %large = arith.constant 3.0e+38 : f32
    %zero = arith.constant 0.0 : f32
    %nan = arith.constant 0x7fc00000 : f32
    %0 = arith.divf %x, %three : f32
    %1 = arith.divf %x, %minus : f32
    %2 = arith.divf %x, %eight : f32
    %3 = arith.divf %x, %y : f32
    %4 = arith.divf %h, %threeHalf : f16
    %5 = arith.divf %x, %large : f32
    %6 = arith.divf %x, %zero : f32
    %7 = arith.divf %x, %nan : f32
    %wide = arith.extf %4 : f16 to f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    memref.store %0, %out[%c0] : memref<8xf32>
    memref.store %1, %out[%c1] : memref<8xf32>
    memref.store %2, %out[%c2] : memref<8xf32>
    memref.store %3, %out[%c3] : memref<8xf32>
    memref.store %wide, %out[%c4] : memref<8xf32>
    memref.store %5, %out[%c5] : memref<8xf32>
    memref.store %6, %out[%c6] : memref<8xf32>
    memref.store %7, %out[%c7] : memref<8xf32>
    gpu.return
  }
}
