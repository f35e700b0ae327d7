// Once rounded, a constant divisor was no longer known to be far from zero, and
// amp-verify-precision refused the conversion's own result.
// RUN: amp-opt --amp-autocast=f16 --amp-verify-precision %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 --amp-verify-precision %s
// RUN: amp-opt --amp-autocast="f16 fold-weights=false" --amp-verify-precision %s

// CHECK-LABEL: func.func @divide
// CHECK: arith.divf {{.*}} : tensor<64x64xf16>
func.func @divide(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = arith.constant dense<65504.0> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.divf %0, %d : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
