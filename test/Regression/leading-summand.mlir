// A sum begins with the summand that was there first, whichever operand it is
// (found by amp-fuzz, mutant 430373, shrunk by amp-reduce).
// RUN: amp-opt %s --split-input-file --amp-autocast=f16 | FileCheck %s

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d0, d1)>
#last = affine_map<(d0, d1, d2) -> (d2)>

// CHECK: tensor.extract %{{.*}} : tensor<64x32xf32>
func.func @main(%arg0: tensor<64x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<?x?xi64>) -> tensor<?x32xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %c0 : index to i64
  %1 = tensor.empty(%c0, %c1) : tensor<?x?x32xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<?x?xi64>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: i64, %out: f32):
    %17 = arith.index_cast %in : i64 to index
    %18 = linalg.index 2 : index
    %extracted = tensor.extract %arg0[%17, %18] : tensor<64x32xf32>
    linalg.yield %extracted : f32
  } -> tensor<?x?x32xf32>
  %3 = arith.index_cast %0 : i64 to index
  %4 = arith.index_cast %0 : i64 to index
  %5 = tensor.empty(%3, %4) : tensor<?x?x2x16xf32>
  %6 = arith.index_cast %3 : index to i64
  %cst = arith.constant dense<1> : tensor<3xi64>
  %reshape = tensor.reshape %5(%cst) : (tensor<?x?x2x16xf32>, tensor<3xi64>) -> tensor<?x?x32xf32>
  %7 = arith.index_cast %6 : i64 to index
  %8 = arith.index_cast %6 : i64 to index
  %9 = tensor.empty(%7) : tensor<?x32x32xf32>
  %10 = tensor.empty(%7, %8) : tensor<?x?x32xf32>
  %11 = linalg.batch_matmul ins(%reshape, %9 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%10 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %12 = linalg.generic {indexing_maps = [#all, #last, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %arg1 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%10 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x?x32xf32>
  %13 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %12 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %17 = arith.addf %in, %in_0 : f32
    linalg.yield %17 : f32
  } -> tensor<?x?x32xf32>
  %14 = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<?x?x32xf32>
  %15 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %17 = arith.subf %in, %in_0 : f32
    linalg.yield %in : f32
  } -> tensor<?x?x32xf32>
  %16 = tensor.empty(%c0) : tensor<?x32xf32>
  return %16 : tensor<?x32xf32>
}

// -----

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d0, d1)>
#last = affine_map<(d0, d1, d2) -> (d2)>

// CHECK: tensor.extract %{{.*}} : tensor<64x32xf32>
func.func @main(%arg0: tensor<64x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<?x?xi64>) -> tensor<?x32xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %c0 : index to i64
  %1 = tensor.empty(%c0, %c1) : tensor<?x?x32xf32>
  %2 = linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<?x?xi64>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: i64, %out: f32):
    %17 = arith.index_cast %in : i64 to index
    %18 = linalg.index 2 : index
    %extracted = tensor.extract %arg0[%17, %18] : tensor<64x32xf32>
    linalg.yield %extracted : f32
  } -> tensor<?x?x32xf32>
  %3 = arith.index_cast %0 : i64 to index
  %4 = arith.index_cast %0 : i64 to index
  %5 = tensor.empty(%3, %4) : tensor<?x?x2x16xf32>
  %6 = arith.index_cast %3 : index to i64
  %cst = arith.constant dense<1> : tensor<3xi64>
  %reshape = tensor.reshape %5(%cst) : (tensor<?x?x2x16xf32>, tensor<3xi64>) -> tensor<?x?x32xf32>
  %7 = arith.index_cast %6 : i64 to index
  %8 = arith.index_cast %6 : i64 to index
  %9 = tensor.empty(%7) : tensor<?x32x32xf32>
  %10 = tensor.empty(%7, %8) : tensor<?x?x32xf32>
  %11 = linalg.batch_matmul ins(%reshape, %9 : tensor<?x?x32xf32>, tensor<?x32x32xf32>) outs(%10 : tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %12 = linalg.generic {indexing_maps = [#all, #last, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %arg1 : tensor<?x?x32xf32>, tensor<32xf32>) outs(%10 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x?x32xf32>
  %13 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %2 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %17 = arith.addf %in, %in_0 : f32
    linalg.yield %17 : f32
  } -> tensor<?x?x32xf32>
  %14 = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  } -> tensor<?x?x32xf32>
  %15 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %14 : tensor<?x?x32xf32>, tensor<?x?x32xf32>) outs(%1 : tensor<?x?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %17 = arith.subf %in, %in_0 : f32
    linalg.yield %in : f32
  } -> tensor<?x?x32xf32>
  %16 = tensor.empty(%c0) : tensor<?x32xf32>
  return %16 : tensor<?x32xf32>
}
