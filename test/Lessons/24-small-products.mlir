// Autocast made a small network 90 times slower: a product whose casts cost more
// than it reads stays as it is (pytorch issue 118499).
// RUN: amp-opt %s > %t.in
// RUN: amp-opt --amp-autocast=bf16 %s | diff %t.in -

func.func @small(%x: tensor<1x8xf32>, %w: tensor<8x4xf32>, %c: tensor<1x4xf32>, %v: tensor<4x2xf32>, %d: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<1x8xf32>, tensor<8x4xf32>) outs(%c : tensor<1x4xf32>) -> tensor<1x4xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<1x4xf32>, tensor<4x2xf32>) outs(%d : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}
