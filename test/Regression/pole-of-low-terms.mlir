// Terms that the first conversion stored low are terms of a sum before a pole for
// the second as well, though no uses of the graph (found by amp-fuzz, seed 841419,
// shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast=bf16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

// CHECK: arith.mulf %{{.*}} : tensor<8x8xf32>
func.func @blocks(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: i1) -> tensor<4x8xf32> {
  %cst = arith.constant dense<1.000000e+00> : tensor<8xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %cst : tensor<8x8xf32>, tensor<8xf32>) outs(%cst_0 : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %9 = arith.addf %in_4, %in_4 : f32
    %cst_5 = arith.constant 1.000000e-05 : f64
    %10 = arith.truncf %cst_5 : f64 to f32
    linalg.yield %10 : f32
  } -> tensor<8x8xf32>
  %1 = arith.mulf %0, %arg1 : tensor<8x8xf32>
  cf.cond_br %arg2, ^bb3(%arg0 : tensor<4x8xf32>), ^bb2(%arg0 : tensor<4x8xf32>)
^bb1(%2: tensor<4x8xf32>):  // pred: ^bb4
  return %arg0 : tensor<4x8xf32>
^bb2(%3: tensor<4x8xf32>):  // pred: ^bb0
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %cst : tensor<8x8xf32>, tensor<8xf32>) outs(%cst_1 : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %9 = arith.divf %in_4, %in : f32
    linalg.yield %in : f32
  } -> tensor<8x8xf32>
  cf.br ^bb4(%arg0 : tensor<4x8xf32>)
^bb3(%5: tensor<4x8xf32>):  // pred: ^bb0
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%cst_2 : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %9 = arith.mulf %in, %in_4 : f32
    %10 = arith.addf %out, %9 : f32
    linalg.yield %10 : f32
  } -> tensor<8x8xf32>
  cf.br ^bb4(%arg0 : tensor<4x8xf32>)
^bb4(%7: tensor<4x8xf32>):  // 2 preds: ^bb2, ^bb3
  %cst_3 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %8 = linalg.matmul ins(%arg1, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%cst_3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  cf.br ^bb1(%7 : tensor<4x8xf32>)
}
