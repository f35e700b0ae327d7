// One could not put a single op in f32: a rule names it by op and by location
// (pytorch issue 117832, openvino issue 21238).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @rules
// CHECK-NEXT: arith.truncf
// CHECK: linalg.matmul {{.*}}ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul {{.*}}ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.batch_matmul {{.*}}ins({{.*}} : tensor<8x64x64xf32>, tensor<8x64x64xf32>)
amp.policy @mine {
  amp.rule op("linalg.matmul") location("encoder/.*/attention") never
  amp.rule op("linalg.batch_matmul") never
}
func.func @rules(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>, %b: tensor<8x64x64xf32>) -> (tensor<64x64xf32>, tensor<8x64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/mlp")
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0/attention")
  %2 = linalg.batch_matmul ins(%b, %b : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%b : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<8x64x64xf32>
}
