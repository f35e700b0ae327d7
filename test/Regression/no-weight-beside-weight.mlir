// Of a product of moved operands the second is the weight, also where a conversion
// rounded both: the first, an argument with an element inserted, is none (found by
// amp-fuzz, seed 838512, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast='f16 absorb=false' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast='f16 absorb=false' | diff %t -

// CHECK: %[[I:.*]] = tensor.insert
// CHECK: %[[LOW:.*]] = arith.truncf %[[I]]
// CHECK: linalg.matmul ins(%[[LOW]], %{{.*}} : tensor<?x8xf16>, tensor<8x8xf16>)
func.func @main(%arg0: i1, %arg1: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %extracted = tensor.extract %arg1[%c0, %c1] : tensor<?x8xf32>
  %inserted = tensor.insert %extracted into %arg1[%c0, %c1] : tensor<?x8xf32>
  %cst = arith.constant dense<-2.000000e+00> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %cst : tensor<?x8xf32>, tensor<8xf32>) outs(%arg1 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %cst_2 = arith.constant 1.000000e-05 : f64
    %6 = arith.truncf %cst_2 : f64 to f32
    linalg.yield %6 : f32
  } -> tensor<?x8xf32>
  %1 = tensor.empty(%c0) : tensor<?x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%inserted : tensor<?x8xf32>) outs(%1 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x8xf32>
  %cst_0 = arith.constant dense<3.141590e+00> : tensor<8x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0, %cst_0 : tensor<?x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<?x8xf32>) {
  ^bb0(%in: f32, %in_1: f32, %out: f32):
    %6 = arith.mulf %in, %in_1 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<?x8xf32>
  %4 = linalg.matmul ins(%inserted, %cst_0 : tensor<?x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %5 = scf.if %arg0 -> (tensor<?x8xf32>) {
    scf.yield %0 : tensor<?x8xf32>
  } else {
    scf.yield %inserted : tensor<?x8xf32>
  }
  return %5 : tensor<?x8xf32>
}
