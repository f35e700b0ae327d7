// Users could not see what runs on tensor cores: a remark per product says its type,
// or what keeps it f32 (apache/tvm discussion 11608).
// RUN: amp-opt --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: :[[@LINE+7]]:{{.*}} remark: [Passed] Lowered {{.*}}linalg.matmul runs in f16
// CHECK: :[[@LINE+7]]:{{.*}} remark: [Missed] KeptHigh {{.*}}range{{.*}}linalg.matmul stays f32
// CHECK: Summary {{.*}}MultiplyAdds=524288, MultiplyAddsLow=262144
func.func @products(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // Out of f16's range.
  %big = arith.constant dense<70000.0> : tensor<64x64xf32>

  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %big : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
