// Autocast made a small network 90 times slower: a product whose casts cost more
// than it reads stays as it is (pytorch issue 118499).
// RUN: amp-opt %s > %t.in
// RUN: amp-opt --amp-autocast=bf16 %s | diff %t.in -

func.func @small(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = math.exp %x : tensor<4x4xf32>
  %1 = math.exp %y : tensor<4x4xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
