// Integers times a number that bf16 rounds to a power of two are as inexact before
// as behind that: nothing changes again.
// RUN: amp-opt --amp-autocast="bf16 assign=greedy" %s -o %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: amp-opt --amp-autocast="bf16 assign=greedy" %t.mlir | diff %t.mlir -

// CHECK: arith.constant 6.553600e+04 : bf16
// CHECK: linalg.generic
// CHECK: linalg.yield %{{.*}} : f32
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<4x4xf32>)
func.func @main(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %cst_0 = arith.constant 6.550400e+04 : f32
  %0 = linalg.fill ins(%cst_0 : f32) outs(%cst : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%arg0, %arg0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %extracted = tensor.extract %0[%c0, %c0] : tensor<4x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%cst_1 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %in_6: f32, %out: f32):
    %4 = linalg.index 0 : index
    %5 = arith.index_cast %4 : index to i32
    %6 = arith.sitofp %5 : i32 to f32
    %7 = arith.mulf %6, %extracted : f32
    linalg.yield %7 : f32
  } -> tensor<4x4xf32>
  %extracted_2 = tensor.extract %2[%c0, %c1] : tensor<4x4xf32>
  %splat = tensor.splat %extracted_2 : tensor<4x4xf32>
  %cst_3 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %cst_4 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %3 = linalg.matmul ins(%splat, %cst_3 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%cst_4 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %cst_5 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  return %cst_5 : tensor<4x4xf32>
}
