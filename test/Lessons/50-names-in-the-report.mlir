// "The first 1301 layers" could not be mapped to anything: each remark has the
// location that the model gave its op (TensorRT issue 4616).
// RUN: amp-opt --amp-autocast=f16 --remarks-filter=amp --remark-policy=all --remark-format=emitRemark %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: loc("encoder/1/scores"): [Missed] KeptHigh {{.*}}linalg.matmul stays f32
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %big = arith.constant dense<70000.0> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/scores")
  %1 = linalg.matmul ins(%x, %big : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/1/scores")
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
