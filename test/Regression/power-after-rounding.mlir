// The power of a number that an earlier conversion rounded (a range, no point) is
// known as that of the number was: it overflows (found by amp-fuzz, seed 663980,
// shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast=bf16 -o %t
// RUN: amp-opt %t --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

// CHECK: linalg.generic result 0: [inf, inf]; f16 overflow; bf16 overflow
module {
  func.func @blocks(%arg0: tensor<4x8xf32>, %arg1: i1) -> tensor<4x8xf32> {
    %cst = arith.constant dense<6.550400e+04> : tensor<4x4xf32>
    %0 = scf.if %arg1 -> (tensor<4x4xf32>) {
      %expanded = tensor.expand_shape %cst [[0, 1], [2]] output_shape [1, 4, 4] : tensor<4x4xf32> into tensor<1x4x4xf32>
      scf.yield %cst : tensor<4x4xf32>
    } else {
      scf.yield %cst : tensor<4x4xf32>
    }
    %concat = tensor.concat dim(0) %0, %cst : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<8x4xf32>
    %1 = linalg.matmul ins(%concat, %0 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%cst_0 : tensor<8x4xf32>) -> tensor<8x4xf32>
    cf.cond_br %arg1, ^bb1(%arg0 : tensor<4x8xf32>), ^bb2(%arg0 : tensor<4x8xf32>)
  ^bb1(%2: tensor<4x8xf32>):  // pred: ^bb0
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%concat, %cst_1 : tensor<8x4xf32>, tensor<4xf32>) outs(%concat : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %7 = math.powf %in, %in : f32
      linalg.yield %7 : f32
    } -> tensor<8x4xf32>
    %4 = linalg.matmul ins(%3, %0 : tensor<8x4xf32>, tensor<4x4xf32>) outs(%cst_0 : tensor<8x4xf32>) -> tensor<8x4xf32>
    cf.br ^bb3(%arg0 : tensor<4x8xf32>)
  ^bb2(%5: tensor<4x8xf32>):  // pred: ^bb0
    cf.br ^bb3(%5 : tensor<4x8xf32>)
  ^bb3(%6: tensor<4x8xf32>):  // 2 preds: ^bb1, ^bb2
    return %arg0 : tensor<4x8xf32>
  }
}
