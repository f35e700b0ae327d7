// The rounding of an accumulator is free, so the copy was made where nobody reads it.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 assign=fixpoint" %s | FileCheck %s

// CHECK-LABEL: func.func @unread
// CHECK: linalg.matmul
// CHECK-NEXT: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: return %[[M]]
func.func @unread(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
