// A softmax over 512 elements: a warp a row, the row in registers (16 loads of 16
// bytes by 32 threads are one pass), two sums by shuffles, no shared memory.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s
// RUN: %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// REQUIRES: numpy

// CHECK: .entry rows_0(
// CHECK-NOT: .shared
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: ld.global.nc.v4.b32
// CHECK-SAME: shfl.sync.bfly
// CHECK-NOT: ld.global
// CHECK-SAME: st.global.v4.b32
func.func @main(%x: tensor<33x512xf32>) -> tensor<33x512xf32> {
  %e = tensor.empty() : tensor<33x512xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<33x512xf32>)
                                   outs(%e : tensor<33x512xf32>) -> tensor<33x512xf32>
  return %s : tensor<33x512xf32>
}
