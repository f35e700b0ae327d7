// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// The sum of 70 000 numbers of order one, then the mean, between products.
func.func @main(%x: tensor<2x16xf32>, %w: tensor<16x70000xf32>, %c: tensor<1x8xf32>) -> tensor<2x8xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<2x70000xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<2x70000xf32>) -> tensor<2x70000xf32>
  %3 = linalg.matmul ins(%x, %w : tensor<2x16xf32>, tensor<16x70000xf32>) outs(%2 : tensor<2x70000xf32>) -> tensor<2x70000xf32>
  %4 = arith.constant 0.0 : f32
  %5 = tensor.empty() : tensor<2x1xf32>
  %6 = linalg.fill ins(%4 : f32) outs(%5 : tensor<2x1xf32>) -> tensor<2x1xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<2x70000xf32>) outs(%6 : tensor<2x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = arith.addf %in0, %out : f32
    linalg.yield %v : f32
  } -> tensor<2x1xf32>
  %8 = arith.constant dense<7.0e+04> : tensor<2x1xf32>
  %9 = tensor.empty() : tensor<2x1xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %8 : tensor<2x1xf32>, tensor<2x1xf32>) outs(%9 : tensor<2x1xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.divf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<2x1xf32>
  %11 = arith.constant 0.0 : f32
  %12 = tensor.empty() : tensor<2x8xf32>
  %13 = linalg.fill ins(%11 : f32) outs(%12 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %14 = linalg.matmul ins(%10, %c : tensor<2x1xf32>, tensor<1x8xf32>) outs(%13 : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %14 : tensor<2x8xf32>
}
