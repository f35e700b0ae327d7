// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// Squares of outliers pass 65504 in an RMS norm of tensor-level arith.
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<8x64xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %3 = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %4 = arith.mulf %3, %3 : tensor<8x64xf32>
  %5 = arith.constant 0.0 : f32
  %6 = tensor.empty() : tensor<8x1xf32>
  %7 = linalg.fill ins(%5 : f32) outs(%6 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<8x64xf32>) outs(%7 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = arith.addf %in0, %out : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %9 = arith.constant dense<64.0> : tensor<8x1xf32>
  %10 = arith.divf %8, %9 : tensor<8x1xf32>
  %11 = arith.constant dense<1.0e-06> : tensor<8x1xf32>
  %12 = arith.addf %10, %11 : tensor<8x1xf32>
  %13 = math.sqrt %12 : tensor<8x1xf32>
  %14 = tensor.empty() : tensor<8x64xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %13 : tensor<8x64xf32>, tensor<8x1xf32>) outs(%14 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.divf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %16 = arith.constant 0.0 : f32
  %17 = tensor.empty() : tensor<8x64xf32>
  %18 = linalg.fill ins(%16 : f32) outs(%17 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %19 = linalg.matmul ins(%15, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%18 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %19 : tensor<8x64xf32>
}
