// A minimum less one of its operands: that is what both begin with, wherever the
// other is made of the same input (found by amp-fuzz, seed 514678).
// RUN: amp-opt %s --split-input-file --amp-autocast='f16 signature=convert' | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<8x8xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<4x8xf32>) -> tensor<4x8xf32>
  %floor = linalg.floor ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %small = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.constant 1.0e-05 : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %least = linalg.min ins(%floor, %small : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = linalg.sub ins(%least, %floor : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %d : tensor<4x8xf32>, tensor<8x8xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<8x8xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<4x8xf32>) -> tensor<4x8xf32>
  %small = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.constant 1.0e-05 : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %floor = linalg.floor ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %least = linalg.min ins(%floor, %small : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = linalg.sub ins(%least, %floor : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %d : tensor<4x8xf32>, tensor<8x8xf32>
}
