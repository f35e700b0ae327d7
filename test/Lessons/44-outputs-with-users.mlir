// A cast that made an output and fed other nodes cut the graph in two: a result
// that is returned may have low users (ModelOpt PR 302).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @output
// CHECK: %[[M:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK: %[[N:.*]] = linalg.matmul ins(%[[L]], %{{.*}} : tensor<64x64x[[T]]>
// CHECK: return %[[M]], %[[N]], %[[M]] : tensor<64x64xf32>
func.func @output(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %0 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// An argument that is returned, and read low.
// CHECK-LABEL: func.func @argument
// CHECK-SAME: (%[[X:arg[0-9]+]]: tensor<64x64xf32>
// CHECK: return %[[X]], %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>
func.func @argument(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %x, %0 : tensor<64x64xf32>, tensor<64x64xf32>
}
