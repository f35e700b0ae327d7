// A softmax over 512 elements: a warp a row, the row in registers (16 loads of 16
// bytes by 32 threads are one pass), two sums by shuffles, no shared memory.
// Python cannot load a sanitized library.
// UNSUPPORTED: asan
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
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<33x512xf32>) -> tensor<33x512xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<33x512xf32>
  %v0 = tensor.empty() : tensor<33xf32>
  %l0 = linalg.fill ins(%low : f32) outs(%v0 : tensor<33xf32>) -> tensor<33xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%v0 : tensor<33xf32>) -> tensor<33xf32>
  %max0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<33x512xf32>) outs(%l0 : tensor<33xf32>) {
  ^bb0(%a: f32, %m: f32):
    %0 = arith.maximumf %a, %m : f32
    linalg.yield %0 : f32
  } -> tensor<33xf32>
  %exp0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max0 : tensor<33x512xf32>, tensor<33xf32>) outs(%e0 : tensor<33x512xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %0 = arith.subf %a, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<33x512xf32>
  %sum0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp0 : tensor<33x512xf32>) outs(%z0 : tensor<33xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<33xf32>
  %softmax = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp0, %sum0 : tensor<33x512xf32>, tensor<33xf32>) outs(%e0 : tensor<33x512xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.divf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<33x512xf32>
  return %softmax : tensor<33x512xf32>
}
