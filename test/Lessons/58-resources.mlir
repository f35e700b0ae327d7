// Demotion broke on constants held as resources: their data is rounded like any
// other, and shared (iree issues 8745, 8738, 11367).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @resource
// CHECK: %[[W:.*]] = arith.constant dense_resource<w_f16> : tensor<2x2xf16>
// CHECK-NOT: dense_resource
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK: {-#
// CHECK: w_f16: "0x{{[0-9A-F]+}}003C004000420044"
// CHECK-NOT: w:
func.func @resource(%x: tensor<512x512xf32>, %y: tensor<512x2xf32>, %c: tensor<512x2xf32>) -> tensor<512x2xf32> {
  %w = arith.constant dense_resource<w> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<512x512xf32>, tensor<512x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<512x2xf32>, tensor<2x2xf32>) outs(%c : tensor<512x2xf32>) -> tensor<512x2xf32>
  return %2 : tensor<512x2xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
