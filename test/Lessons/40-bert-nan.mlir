// BERT-like models gave NaN: (1 - mask) * -1e9 in f16 is 0 * -inf, so mask and masked
// scores stay f32 (onnxconverter issue 249, onnxruntime issue 11384).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @mask
// CHECK-DAG: %[[BIG:.*]] = arith.constant dense<-1.000000e+09> : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[BIG]] : tensor<64x64xf32>
// CHECK-NEXT: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.softmax {{.*}} ins(%{{.*}} : tensor<64x64xf32>)
func.func @mask(%m: tensor<64x64xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %big = arith.constant dense<-1.0e+09> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.subf %one, %m : tensor<64x64xf32>
  %2 = arith.mulf %1, %big : tensor<64x64xf32>
  %3 = arith.addf %0, %2 : tensor<64x64xf32>
  %4 = linalg.softmax dimension(1) ins(%3 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}
