// Conversion to bf16 of a model that holds f16 initializers asserted: they are legal
// inputs, and are not ours (ModelOpt PR 1946).
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s

// CHECK-LABEL: func.func @f16_weights
// CHECK: %[[H:.*]] = arith.constant dense<5.000000e-01> : tensor<64x64xf16>
// CHECK: linalg.matmul ins(%{{.*}}, %[[H]] : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>) outs({{.*}} : tensor<64x64xf32>)
func.func @f16_weights(%h: tensor<64x64xf16>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf16>, tensor<64x64xf32>) {
  %k = arith.constant dense<0.5> : tensor<64x64xf16>
  %0 = linalg.matmul ins(%h, %k : tensor<64x64xf16>, tensor<64x64xf16>) outs(%h : tensor<64x64xf16>) -> tensor<64x64xf16>
  %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %2 : tensor<64x64xf16>, tensor<64x64xf32>
}
