// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// CHECK-LABEL: func.func @keep_second
func.func @keep_second(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK-NOT: amp.autocast
  %1 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    // CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
    %2 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %2 : tensor<64x64xf32>
  }
  return %1 : tensor<64x64xf32>
}
