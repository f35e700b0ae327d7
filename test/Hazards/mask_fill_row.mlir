// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// Scores replaced by the most negative float where masked, some rows masked
// completely.
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %keep: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %0 = arith.constant dense<0.5> : tensor<8x64xf32>
  %1 = tensor.empty() : tensor<8x64xi1>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%keep, %0 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xi1>) {
  ^bb0(%in0: f32, %in1: f32, %out: i1):
    %v = arith.cmpf ogt, %in0, %in1 : f32
    linalg.yield %v : i1
  } -> tensor<8x64xi1>
  %3 = arith.constant 0.0 : f32
  %4 = tensor.empty() : tensor<8x64xf32>
  %5 = linalg.fill ins(%3 : f32) outs(%4 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %6 = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%5 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %7 = arith.constant dense<-3.40282347E+38> : tensor<8x64xf32>
  %8 = tensor.empty() : tensor<8x64xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %6, %7 : tensor<8x64xi1>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%8 : tensor<8x64xf32>) {
  ^bb0(%in0: i1, %in1: f32, %in2: f32, %out: f32):
    %v = arith.select %in0, %in1, %in2 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %10 = arith.constant 0xFF800000 : f32
  %11 = tensor.empty() : tensor<8x1xf32>
  %12 = linalg.fill ins(%10 : f32) outs(%11 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%9 : tensor<8x64xf32>) outs(%12 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = arith.maximumf %in0, %out : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %14 = tensor.empty() : tensor<8x64xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9, %13 : tensor<8x64xf32>, tensor<8x1xf32>) outs(%14 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.subf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %16 = tensor.empty() : tensor<8x64xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8x64xf32>) outs(%16 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = math.exp %in0 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %18 = arith.constant 0.0 : f32
  %19 = tensor.empty() : tensor<8x1xf32>
  %20 = linalg.fill ins(%18 : f32) outs(%19 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%17 : tensor<8x64xf32>) outs(%20 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %v = arith.addf %in0, %out : f32
    linalg.yield %v : f32
  } -> tensor<8x1xf32>
  %22 = tensor.empty() : tensor<8x64xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %21 : tensor<8x64xf32>, tensor<8x1xf32>) outs(%22 : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.divf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %24 = arith.constant 0.0 : f32
  %25 = tensor.empty() : tensor<8x64xf32>
  %26 = linalg.fill ins(%24 : f32) outs(%25 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %27 = linalg.matmul ins(%23, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %27 : tensor<8x64xf32>
}
