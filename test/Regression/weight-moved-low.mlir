// A constant that the first conversion stored low, moved and widened again is a
// weight for the second, rounded as it is: else the argument beside it counts as
// one (found by amp-fuzz, seed 802828, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast='f16 fold-weights=false absorb=false' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast='f16 fold-weights=false absorb=false' | diff %t -

// CHECK: %[[W:.*]] = linalg.transpose ins(%{{.*}} : tensor<2x4xf16>)
// CHECK: arith.extf %[[W]]
func.func @main(%arg0: tensor<?x8xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant dense<0.000000e+00> : tensor<2x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<4x2xf32>
  %transposed = linalg.transpose ins(%cst : tensor<2x4xf32>) outs(%cst_0 : tensor<4x2xf32>) permutation = [1, 0] 
  %concat = tensor.concat dim(0) %transposed, %transposed : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%transposed, %cst : tensor<4x2xf32>, tensor<2x4xf32>) outs(%cst_1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.empty(%c0) : tensor<?x2xf32>
  %2 = linalg.matmul ins(%arg0, %concat : tensor<?x8xf32>, tensor<8x2xf32>) outs(%1 : tensor<?x2xf32>) -> tensor<?x2xf32>
  %cst_2 = arith.constant dense<0.000000e+00> : tensor<4xf32>
  return %cst_2 : tensor<4xf32>
}
