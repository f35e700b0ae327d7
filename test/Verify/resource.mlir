// A weight that lies in a dense_resource and was rounded computes nothing: a
// constant has no arithmetic of its own (found by amp-fuzz --check).
// RUN: amp-opt %s --amp-autocast=f16 --amp-verify-precision | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 --amp-verify-precision -o /dev/null

// CHECK: arith.constant dense_resource<w_f16> : tensor<4x4xf16>
func.func @main(%x: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %w = arith.constant dense_resource<w> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"
    }
  }
#-}
