// The example of docs/policy.md: each rule finds its op.
// RUN: amp-opt --amp-autocast="f16 strict-rules=true" %s | FileCheck %s

amp.policy @mine {
  amp.rule op("linalg.matmul") location("encoder/.*/attention") never
  amp.rule op("linalg.conv_2d_*") operand(1) dim(0) below(64) never
  amp.rule op("linalg.batch_matmul") always accumulate(f32) result(f16)
}

// CHECK-LABEL: func.func @attention
func.func @attention(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/3/attention")
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/3/mlp")
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @convolutions
func.func @convolutions(%x: tensor<1x64x34x34xf32>, %few: tensor<32x64x3x3xf32>, %many: tensor<64x64x3x3xf32>, %i: tensor<1x32x32x32xf32>, %j: tensor<1x64x32x32xf32>) -> (tensor<1x32x32x32xf32>, tensor<1x64x32x32xf32>) {
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}}ins(%{{.*}} : tensor<1x64x34x34xf32>, tensor<32x64x3x3xf32>)
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %few : tensor<1x64x34x34xf32>, tensor<32x64x3x3xf32>) outs(%i : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}}ins(%{{.*}} : tensor<1x64x34x34xf16>, tensor<64x64x3x3xf16>)
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %many : tensor<1x64x34x34xf32>, tensor<64x64x3x3xf32>) outs(%j : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  return %0, %1 : tensor<1x32x32x32xf32>, tensor<1x64x32x32xf32>
}

// CHECK-LABEL: func.func @batched
func.func @batched(%x: tensor<8x64x64xf32>, %w: tensor<8x64x64xf32>, %i: tensor<8x64x64xf32>) -> tensor<8x64x64xf32> {
  // CHECK: linalg.batch_matmul ins(%{{.*}} : tensor<8x64x64xf16>, tensor<8x64x64xf16>) outs(%{{.*}} : tensor<8x64x64xf32>)
  %0 = linalg.batch_matmul ins(%x, %w : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%i : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %0 : tensor<8x64x64xf32>
}
