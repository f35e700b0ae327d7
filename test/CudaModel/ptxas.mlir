// Machine code for two chips in one binary.
// REQUIRES: ptxas
// RUN: amp-opt %s --amp-to-nvvm="sm_80,sm_90" | FileCheck %s

// CHECK: gpu.binary @amp_kernels
// CHECK-SAME: chip = "sm_80"
// CHECK-SAME: bin = "{{.}}7FELF
// CHECK-SAME: chip = "sm_90"
// CHECK-SAME: bin = "{{.}}7FELF
func.func @main(%x: tensor<64x128xf16>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x128xf16>) outs(%f : tensor<64xf32>) {
  ^bb0(%a: f16, %b: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %s : tensor<64xf32>
}
