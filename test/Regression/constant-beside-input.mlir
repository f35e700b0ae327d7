// A constant that a first conversion stored low is one for the second, too: what
// is beside it counts as an input still, and is read in f32.
// RUN: amp-opt %s --amp-autocast="f16 fold-weights=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 fold-weights=false" | diff %t -
// RUN: amp-opt %s --amp-autocast=f16 -o %t.folded
// RUN: amp-opt %t.folded --amp-autocast=f16 | diff %t.folded -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<4x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %{{.*}} : tensor<8x4xf32>, tensor<8x4xf16>) outs({{.*}} : tensor<8x4xf16>)
// CHECK: linalg.matmul ins(%[[A]], %[[B]] : tensor<8x4xf32>, tensor<4x8xf32>)
func.func @main(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %scale = arith.constant dense<1.0> : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %unused = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
              ins(%a, %scale : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// So that the conversion is worth its while.
func.func @large(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
