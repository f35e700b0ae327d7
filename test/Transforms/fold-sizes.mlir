// Sizes that importers compute in tensors of a few integers: what is made of
// constants is one (found by the node tests of ONNX: Expand, CenterCropPad).
// RUN: amp-opt %s --amp-fold-sizes --canonicalize | FileCheck %s
// RUN: amp-compile %s --entry=expanded --target=cuda:sm_80 --kernels=llvm -o %t.so

#m = affine_map<(d0) -> (d0)>
#e = affine_map<(d0, d1, d2) -> (d0, d2)>
#i = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func @expanded
// CHECK: tensor.empty() : tensor<2x3x8xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x8xf32>)
func.func @expanded(%x: tensor<2x8xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<3> : tensor<1xi64>
  %b = arith.constant dense<2> : tensor<1xi64>
  %n = tensor.empty() : tensor<1xi64>
  %s = linalg.generic {indexing_maps = [#m, #m, #m], iterator_types = ["parallel"]} ins(%a, %b : tensor<1xi64>, tensor<1xi64>) outs(%n : tensor<1xi64>) {
  ^bb0(%p: i64, %q: i64, %o: i64):
    %r = arith.maxsi %p, %q : i64
    linalg.yield %r : i64
  } -> tensor<1xi64>
  %v = tensor.extract %s[%c0] : tensor<1xi64>
  %size = arith.index_cast %v : i64 to index
  %empty = tensor.empty(%size) : tensor<2x?x8xf32>
  %y = linalg.generic {indexing_maps = [#e, #i], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<2x8xf32>) outs(%empty : tensor<2x?x8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %r = math.exp %p : f32
    linalg.yield %r : f32
  } -> tensor<2x?x8xf32>
  %z0 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<2x?x8xf32> into tensor<?x8xf32>
  %z = tensor.cast %z0 : tensor<?x8xf32> to tensor<6x8xf32>
  return %z : tensor<6x8xf32>
}

// Parts, slices with a step, reshapes, places in the op.
// CHECK-LABEL: func @moved
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : index
// CHECK: return %[[C5]], %[[C4]], %[[C31]] : i64, i64, index
func.func @moved() -> (i64, i64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[2, 3]> : tensor<2xi64>
  %b = arith.constant dense<[4, 5, 6]> : tensor<3xi64>
  %all = tensor.concat dim(0) %a, %b : (tensor<2xi64>, tensor<3xi64>) -> tensor<5xi64>
  %steps = tensor.extract_slice %all[1] [2] [2] : tensor<5xi64> to tensor<2xi64>
  %five = tensor.extract %steps[%c1] : tensor<2xi64>
  %square = tensor.expand_shape %b [[0, 1]] output_shape [1, 3] : tensor<3xi64> into tensor<1x3xi64>
  %row = tensor.extract_slice %square[0, 0] [1, 2] [1, 1] : tensor<1x3xi64> to tensor<2xi64>
  %four = tensor.extract %row[%c0] : tensor<2xi64>
  %e = tensor.empty() : tensor<4x3xindex>
  %grid = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x3xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 15 : index
    %s = arith.muli %i, %ten : index
    %t = arith.addi %s, %j : index
    linalg.yield %t : index
  } -> tensor<4x3xindex>
  %place = tensor.extract %grid[%c1, %c2] : tensor<4x3xindex>
  return %five, %four, %place : i64, i64, index
}

// What is no small tensor of integers, or is summed up, stays.
// CHECK-LABEL: func @others
// CHECK: %[[SUM:.*]] = linalg.reduce
// CHECK: tensor.extract %[[SUM]][]
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK: tensor.extract %[[SLICE]]
func.func @others(%x: tensor<8xi64>, %y: tensor<8xf32>, %i: index) -> (i64, f32) {
  %zero = arith.constant dense<0> : tensor<i64>
  %sum = linalg.reduce ins(%x : tensor<8xi64>) outs(%zero : tensor<i64>) dimensions = [0]
    (%in: i64, %acc: i64) {
      %s = arith.addi %in, %acc : i64
      linalg.yield %s : i64
    }
  %total = tensor.extract %sum[] : tensor<i64>
  %slice = tensor.extract_slice %y[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %element = tensor.extract %slice[%i] : tensor<4xf32>
  return %total, %element : i64, f32
}
