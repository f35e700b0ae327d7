// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// Vectors by their norms, which are clamped to 1e-12 below rows of zeros; the
// squares of outliers pass 65504.
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<8x64xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %3 = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %4 = tensor.empty() : tensor<8x64xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %3 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%4 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.mulf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %6 = arith.constant 0.0 : f32
  %7 = tensor.empty() : tensor<8x1xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<8x64xf32>) outs(%8 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = arith.addf %in0, %out : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %10 = tensor.empty() : tensor<8x1xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x1xf32>) outs(%10 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = math.sqrt %in0 : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %12 = arith.constant dense<1.0e-12> : tensor<8x1xf32>
  %13 = tensor.empty() : tensor<8x1xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %12 : tensor<8x1xf32>, tensor<8x1xf32>) outs(%13 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.maximumf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %15 = tensor.empty() : tensor<8x64xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %14 : tensor<8x64xf32>, tensor<8x1xf32>) outs(%15 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.divf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %17 = arith.constant 0.0 : f32
  %18 = tensor.empty() : tensor<8x64xf32>
  %19 = linalg.fill ins(%17 : f32) outs(%18 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %20 = linalg.matmul ins(%16, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %20 : tensor<8x64xf32>
}
