// A linear layer with relu and softmax: what docs/gpu-models.md shows.
// RUN: amp-opt --amp-autocast=f16 --amp-form-kernels %s | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: call @contraction_0
// CHECK-NEXT: call @rows_0
func.func @main(%x: tensor<64x128xf32>, %w: tensor<256x128xf32>)
    -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x256xf32>)
      -> tensor<64x256xf32>
  %transposed = tensor.empty() : tensor<128x256xf32>
  %weight = linalg.transpose ins(%w : tensor<256x128xf32>)
      outs(%transposed : tensor<128x256xf32>) permutation = [1, 0]
  %product = linalg.matmul ins(%x, %weight : tensor<64x128xf32>, tensor<128x256xf32>)
      outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %relu = linalg.max ins(%product, %init : tensor<64x256xf32>, tensor<64x256xf32>)
      outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  %result = linalg.softmax dimension(1) ins(%relu : tensor<64x256xf32>)
      outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %result : tensor<64x256xf32>
}
