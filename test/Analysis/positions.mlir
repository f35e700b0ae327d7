// Numbers of an even grid and an offset that a network computes are places:
// their error counts in pixels. They, and what is made of them, stay f32.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-autocast="bf16 report=-" -split-input-file -o %t.ir 2>&1 | FileCheck %s --check-prefix=REPORT

// Corners of boxes: their centre, a stride, and scores beside it. What lies
// between two corners is as good as any number.
// CHECK-LABEL: func.func @boxes(
// CHECK: arith.subf {{.*}} : tensor<8x8xf32>
// CHECK: arith.addf {{.*}} : tensor<8x8xf32>
// CHECK: arith.addf {{.*}} : tensor<8x8xf32>
// CHECK: arith.mulf {{.*}} : tensor<8x8xf32>
// CHECK: tensor.concat {{.*}} : (tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: return %{{.*}} : tensor<8x16xf32>
// REPORT: position
func.func @boxes(%x: tensor<8x64xf32>, %w: tensor<64x8xf32>) -> tensor<8x16xf32> {
  %grid = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]> : tensor<8xf32>
  %stride = arith.constant dense<4.0> : tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %z = arith.constant dense<0.0> : tensor<8x8xf32>
  %cells = linalg.broadcast ins(%grid : tensor<8xf32>) outs(%e : tensor<8x8xf32>) dimensions = [0]
  %d = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %low = arith.subf %cells, %d : tensor<8x8xf32>
  %high = arith.addf %cells, %d : tensor<8x8xf32>
  %both = arith.addf %low, %high : tensor<8x8xf32>
  %place = arith.mulf %both, %stride : tensor<8x8xf32>
  %all = tensor.concat dim(1) %place, %d : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  return %all : tensor<8x16xf32>
}

// -----

// A flow: the grid is counted, its two coordinates lie side by side.
#id = affine_map<(i, j, k) -> (i, j, k)>
// CHECK-LABEL: func.func @flow(
// CHECK: arith.addf {{.*}} : tensor<8x8x2xf32>
func.func @flow(%x: tensor<8x64xf32>, %w: tensor<64x16xf32>) -> tensor<8x8x2xf32> {
  %grid = arith.constant dense<[[[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0], [0.0, 5.0], [0.0, 6.0], [0.0, 7.0]]]> : tensor<1x8x2xf32>
  %e = tensor.empty() : tensor<8x8x2xf32>
  %z = arith.constant dense<0.0> : tensor<8x16xf32>
  %cells = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (0, j, k)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%grid : tensor<1x8x2xf32>) outs(%e : tensor<8x8x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8x8x2xf32>
  %d = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %offsets = tensor.expand_shape %d [[0], [1, 2]] output_shape [8, 8, 2] : tensor<8x16xf32> into tensor<8x8x2xf32>
  %places = arith.addf %cells, %offsets : tensor<8x8x2xf32>
  return %places : tensor<8x8x2xf32>
}
