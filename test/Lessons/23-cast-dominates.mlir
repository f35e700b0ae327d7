// A cast cached in one scope was used in another: one cast above both branches
// serves both (pytorch issues 65766, 105211, 112583, 142234, PR 165068).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%{{arg[0-9]+}}: i1, %{{arg[0-9]+}}: tensor<64x64xf32>, %[[W:arg[0-9]+]]: tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.truncf %[[W]] fastmath<contract>
// CHECK: scf.if
// CHECK-NOT: arith.truncf %[[W]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
// CHECK: else
// CHECK-NOT: arith.truncf %[[W]]
// CHECK: linalg.matmul ins(%[[L]], %{{.*}} :
// CHECK-NOT: arith.truncf %[[W]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
func.func @branches(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = scf.if %p -> (tensor<64x64xf32>) {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %1 : tensor<64x64xf32>
  } else {
    %2 = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  }
  %3 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
