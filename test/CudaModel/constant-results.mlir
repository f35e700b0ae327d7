// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// The number of elements of each window, which an adaptive pooling of torch-mlir
// writes beside their sum: a number that the division reads.
// CHECK-LABEL: func.func @pool(
// CHECK: call @[[KERNEL:.*]](%{{.*}}) : (tensor<8x4x6xf32>) -> tensor<8xf32>
// CHECK: func.func private @[[KERNEL]](
// CHECK-NOT: tensor<1xf32>
// CHECK: %[[COUNT:.*]] = arith.constant 2.400000e+01 : f32
// CHECK: arith.divf %{{.*}}, %[[COUNT]] : f32
func.func @pool(%x: tensor<8x4x6xf32>) -> tensor<8x1xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 24.0 : f32
  %sums = tensor.empty() : tensor<8x1xf32>
  %counts = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<8x1xf32>) -> tensor<8x1xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(c, w, i, j) -> (c, i, j)>,
                       affine_map<(c, w, i, j) -> (c, w)>, affine_map<(c, w, i, j) -> (w)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<8x4x6xf32>) outs(%init, %counts : tensor<8x1xf32>, tensor<1xf32>) {
  ^bb0(%in: f32, %sum: f32, %c: f32):
    %1 = arith.addf %in, %sum : f32
    linalg.yield %1, %count : f32, f32
  } -> (tensor<8x1xf32>, tensor<1xf32>)
  %2 = linalg.generic {
      indexing_maps = [affine_map<(c, w) -> (w)>, affine_map<(c, w) -> (c, w)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0#1 : tensor<1xf32>) outs(%0#0 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.divf %out, %in : f32
    linalg.yield %3 : f32
  } -> tensor<8x1xf32>
  return %2 : tensor<8x1xf32>
}

// -----

// What loops write in part stays as it was elsewhere.
// CHECK: #[[$NEXT:.*]] = affine_map<(d0, d1) -> (d1 + 1)>
// CHECK-LABEL: func.func @in_part(
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$NEXT]]]{{.*}} outs(%{{.*}} : tensor<6xf32>)
func.func @in_part(%x: tensor<8x4xf32>, %y: tensor<6xf32>) -> (tensor<8xf32>, tensor<6xf32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %sums = tensor.empty() : tensor<8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<8xf32>) -> tensor<8xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(c, i) -> (c, i)>, affine_map<(c, i) -> (c)>,
                       affine_map<(c, i) -> (i + 1)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x4xf32>) outs(%init, %y : tensor<8xf32>, tensor<6xf32>) {
  ^bb0(%in: f32, %sum: f32, %c: f32):
    %1 = arith.addf %in, %sum : f32
    linalg.yield %1, %one : f32, f32
  } -> (tensor<8xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<6xf32>
}
