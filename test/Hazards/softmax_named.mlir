// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// linalg.softmax of scores under a mask of the most negative float, some rows
// masked completely.
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %mask: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<8x64xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %3 = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %4 = tensor.empty() : tensor<8x64xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %mask : tensor<8x64xf32>, tensor<8x64xf32>) outs(%4 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.addf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %6 = tensor.empty() : tensor<8x64xf32>
  %7 = linalg.softmax dimension(1) ins(%5 : tensor<8x64xf32>) outs(%6 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %8 = arith.constant 0.0 : f32
  %9 = tensor.empty() : tensor<8x64xf32>
  %10 = linalg.fill ins(%8 : f32) outs(%9 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %11 = linalg.matmul ins(%7, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%10 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %11 : tensor<8x64xf32>
}
