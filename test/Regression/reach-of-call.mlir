// What an unfinished state of a loop was taken to reach is no fact of a call's
// result: a second conversion does not know it any more (found by amp-fuzz, seed
// 656253, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 fold-weights=false absorb=false" -o %t
// RUN: amp-opt %t --amp-autocast="f16 fold-weights=false absorb=false" | diff %t -

// CHECK: func.call result 0: [0, inf] or +inf or nan; f16 open
// CHECK: func.call result 0: [0, inf] or +inf or nan; f16 open
module {
  func.func private @private0(%arg0: tensor<2x8x4xf32>, %arg1: i1) -> tensor<2x8x4xf32> {
    %0 = math.rsqrt %arg0 : tensor<2x8x4xf32>
    %cst = arith.constant dense<3.141590e+00> : tensor<2x4x4xf32>
    %1 = linalg.batch_matmul ins(%0, %cst : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%arg0 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %2 = arith.maximumf %0, %1 : tensor<2x8x4xf32>
    %3 = linalg.batch_matmul ins(%2, %cst : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%0 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    return %2 : tensor<2x8x4xf32>
  }
  func.func private @private1(%arg0: i1) -> tensor<8x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %cst = arith.constant dense<5.000000e-01> : tensor<2x8x4xf32>
    %0 = call @private0(%cst, %arg0) : (tensor<2x8x4xf32>, i1) -> tensor<2x8x4xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %1 = scf.for %arg1 = %c0 to %c4 step %c1 iter_args(%arg2 = %0) -> (tensor<2x8x4xf32>) {
      %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
      %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_0, %arg2 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%cst_2 : tensor<2x8x4xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %cst_6 = arith.constant 1.000000e-05 : f64
        %5 = arith.truncf %cst_6 : f64 to f32
        %6 = math.powf %5, %in_5 : f32
        linalg.yield %6 : f32
      } -> tensor<2x8x4xf32>
      %3 = func.call @private0(%2, %arg0) : (tensor<2x8x4xf32>, i1) -> tensor<2x8x4xf32>
      %cst_3 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
      %cst_4 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
      %4 = linalg.batch_matmul ins(%3, %cst_3 : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%cst_4 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
      scf.yield %0 : tensor<2x8x4xf32>
    }
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x4xf32>
    return %cst_1 : tensor<8x4xf32>
  }
}
