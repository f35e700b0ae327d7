// Where blocks stand in the text means nothing: what is made in one comes before
// what reads it in another. A fill costs no read, so that no low copy of it is
// made for one that looks a number up.
// RUN: amp-opt %s --amp-autocast='bf16 signature=convert' | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @as_run(
// CHECK: tensor.extract {{.*}} : tensor<8x8xf32>
func.func @as_run(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<4x4xf32>) {
  %c1 = arith.constant 1 : index
  %infinite = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %init = arith.constant dense<0.0> : tensor<8x8xf32>
  %out = arith.constant dense<1.0> : tensor<4x4xf32>
  cf.br ^first
^first:
  %filled = linalg.fill ins(%infinite : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  cf.br ^second
^second:
  %y = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %picked = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%out : tensor<4x4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %element = tensor.extract %filled[%i, %c1] : tensor<8x8xf32>
    linalg.yield %element : f32
  } -> tensor<4x4xf32>
  return %y, %picked : tensor<8x8xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @backward(
// CHECK: tensor.extract {{.*}} : tensor<8x8xf32>
func.func @backward(%a: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<4x4xf32>) {
  %c1 = arith.constant 1 : index
  %infinite = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %init = arith.constant dense<0.0> : tensor<8x8xf32>
  %out = arith.constant dense<1.0> : tensor<4x4xf32>
  cf.br ^first
^second:
  %y = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %picked = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%out : tensor<4x4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %element = tensor.extract %filled[%i, %c1] : tensor<8x8xf32>
    linalg.yield %element : f32
  } -> tensor<4x4xf32>
  return %y, %picked : tensor<8x8xf32>, tensor<4x4xf32>
^first:
  %filled = linalg.fill ins(%infinite : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  cf.br ^second
}
