// A power whose base is of either sign and whose exponent an earlier conversion
// rounded (a range between whole numbers) overflows as it did before (found by
// amp-fuzz, seed 686262, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast='f16 assign=greedy' -o %t
// RUN: amp-opt %t --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %t --amp-autocast='f16 assign=greedy' | diff %t -

// CHECK: linalg.generic result 0: [0, 1.{{.*}}e+18] {{.*}}nan; f16 overflow
module {
  func.func private @power(%arg0: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
    %cst = arith.constant dense<[3.141590e+00, -2.000000e+00, 3.141590e+00, -2.000000e+00]> : tensor<4xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %cst : tensor<2x8x4xf32>, tensor<4xf32>) outs(%cst_0 : tensor<2x8x4xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %2 = arith.cmpf ogt, %in, %in_3 : f32
      %3 = arith.select %2, %in, %in_3 : f32
      %4 = math.powf %3, %3 : f32
      %5 = math.powf %in_3, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<2x8x4xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<2x4x4xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %1 = linalg.batch_matmul ins(%0, %cst_1 : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%cst_2 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    return %arg0 : tensor<2x8x4xf32>
  }
  func.func @main(%arg1: tensor<8x4xf32>) -> tensor<8x8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %cst : tensor<8x4xf32>, tensor<4x8xf32>) outs(%cst_0 : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %2 = arith.mulf %in, %in_3 : f32
      %3 = arith.addf %out, %2 : f32
      linalg.yield %3 : f32
    } -> tensor<8x8xf32>
    %cst_1 = arith.constant dense<3.141590e+00> : tensor<2x8x4xf32>
    %1 = call @power(%cst_1) : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
    return %cst_2 : tensor<8x8xf32>
  }
}
