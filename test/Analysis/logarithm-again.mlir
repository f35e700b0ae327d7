// What sums with logarithms stay f32 for stays so in a second conversion, though
// the first had the logarithm's own operand read low, which is no use of f32 any
// more (found by amp-fuzz, seed 618454, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

#id = affine_map<(i, j) -> (i, j)>
#lhs = affine_map<(i, j, k) -> (i, k)>
#rhs = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @main
// CHECK: math.log
// CHECK: arith.maximumf {{.*}} : tensor<?x8xf32>
func.func @main(%arg0: tensor<?x8xf32>, %arg1: tensor<?x8xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg0 : tensor<?x8xf32>, tensor<?x8xf32>) outs(%arg1 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = math.log %in_0 : f32
    linalg.yield %in_0 : f32
  } -> tensor<?x8xf32>
  %1 = arith.maximumf %arg0, %0 : tensor<?x8xf32>
  %2 = tensor.empty(%c0) : tensor<?x8xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<?x8xf32>, tensor<?x8xf32>) outs(%2 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    linalg.yield %in_0 : f32
  } -> tensor<?x8xf32>
  %cst = arith.constant dense<9.99999974E-6> : tensor<8x8xf32>
  %4 = tensor.empty(%c0) : tensor<?x8xf32>
  %5 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %cst : tensor<?x8xf32>, tensor<8x8xf32>) outs(%4 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %8 = arith.mulf %in, %in_0 : f32
    %9 = arith.addf %out, %8 : f32
    linalg.yield %9 : f32
  } -> tensor<?x8xf32>
  %6 = arith.subf %4, %arg0 : tensor<?x8xf32>
  %7 = tensor.empty(%c0) : tensor<?xf32>
  %reduced = linalg.reduce { arith.addf } ins(%1 : tensor<?x8xf32>) outs(%7 : tensor<?xf32>) dimensions = [1]
  return %7 : tensor<?xf32>
}

func.func @blocks(%arg0: tensor<4x8xf32>, %arg1: tensor<8x8xf32>, %arg2: i1) -> tensor<4x8xf32> {
  %cst = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%cst : tensor<8x8xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %4 = arith.mulf %in, %in_0 : f32
    %5 = arith.addf %out, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<8x8xf32>
  cf.cond_br %arg2, ^bb1(%arg0 : tensor<4x8xf32>), ^bb2(%arg0 : tensor<4x8xf32>)
^bb1(%1: tensor<4x8xf32>):
  cf.br ^bb3(%arg0 : tensor<4x8xf32>)
^bb2(%2: tensor<4x8xf32>):
  cf.br ^bb3(%2 : tensor<4x8xf32>)
^bb3(%3: tensor<4x8xf32>):
  return %arg0 : tensor<4x8xf32>
}
