// `never` on a view: it views f32.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// CHECK: tensor.cast %{{.*}} {amp.category = #amp.category<never>} : tensor<64x64xf32> to tensor<?x64xf32>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tensor.cast %0 {amp.category = #amp.category<never>} : tensor<64x64xf32> to tensor<?x64xf32>
  %2 = tensor.cast %1 : tensor<?x64xf32> to tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
