// A mask at the edge of f16 overflows when a score is added to it: -65504 + -16 is
// -inf, so such a sum stays f32 (tensorflow PR 59657).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @masked
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.softmax {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
func.func @masked(%p: tensor<64x64xi1>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %mask = arith.constant dense<-65504.0> : tensor<64x64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.select %p, %zero, %mask : tensor<64x64xi1>, tensor<64x64xf32>
  %2 = arith.addf %0, %1 : tensor<64x64xf32>
  %3 = linalg.softmax dimension(1) ins(%2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
