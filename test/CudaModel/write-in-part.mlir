// Ops that write a part of their result write a slice, which is inserted: at an
// offset, with a stride, backwards, along a diagonal, into one row.
// RUN: amp-opt %s --amp-form-kernels --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @pointwise_0
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK-LABEL: func.func private @pointwise_1
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1] [4] [2] : tensor<4xf32> into tensor<9xf32>
func.func @main(%x: tensor<4xf32>, %into: tensor<9xf32>) -> tensor<9xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%into : tensor<9xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = math.exp %v : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// CHECK: #[[$BACK:.*]] = affine_map<(d0) -> (-d0 + 3)>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: linalg.generic {indexing_maps = [#[[$BACK]],
// CHECK-LABEL: func.func private @pointwise_1
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[5] [4] [1] : tensor<4xf32> into tensor<9xf32>
func.func @main(%x: tensor<4xf32>, %into: tensor<9xf32>) -> tensor<9xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (8 - i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%into : tensor<9xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = math.exp %v : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: tensor.collapse_shape {{.*}} : tensor<4x5xf32> into tensor<20xf32>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1] [4] [6] : tensor<4xf32> into tensor<20xf32>
func.func @main(%x: tensor<4xf32>, %into: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%into : tensor<4x5xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// What is read of the destination is that slice.
// CHECK-LABEL: func.func private @rows_0
// CHECK: tensor.extract_slice %{{.*}}[1, 0] [1, 6] [1, 1] : tensor<3x6xf32> to tensor<6xf32>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<3x6xf32>
func.func @main(%a: tensor<6x40xf32>, %rows: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (1, i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<6x40xf32>) outs(%rows : tensor<3x6xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
