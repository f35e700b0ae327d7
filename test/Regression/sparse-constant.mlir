// A constant that lists its elements other than zero is one like any: what the
// low type cannot hold is known of it, and its low data is made once.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-autocast=f16 | FileCheck %s

// CHECK-LABEL: func.func @overflows(
// CHECK-NOT: f16
// CHECK: return
func.func @overflows(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant sparse<[[0, 0], [5, 6]], [1.0, 1.0e+20]> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @fits(
// CHECK: %[[W:.*]] = arith.constant sparse<{{\[\[}}0, 0], [5, 6]], [1.000000e+00, 3.332520e-01]> : tensor<64x64xf16>
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @fits(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant sparse<[[0, 0], [5, 6]], [1.0, 0.33333334]> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
