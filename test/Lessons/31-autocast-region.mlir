// A region of the user's own autocast could not be imported: there is an op for it
// (torch-mlir issue 3836).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @region
// CHECK: linalg.matmul {{.*}}ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul {{.*}}ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-NOT: amp.autocast
func.func @region(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %2 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %2 : tensor<64x64xf32>
  }
  return %1 : tensor<64x64xf32>
}
