// assign=fixpoint turned a tensor.empty low whose only user is a fill that stays f32:
// the fill did not verify.
// RUN: amp-opt --amp-autocast="f16 assign=fixpoint" %s | FileCheck %s

// CHECK-LABEL: func.func @fill
// CHECK: %[[E:.*]] = tensor.empty() : tensor<64x64xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @fill(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
