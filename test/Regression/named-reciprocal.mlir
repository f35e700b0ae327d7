// The body of a named reciprocal begins with a constant, which has no operand to
// ask for: the conversion crashed where a policy lets one follow (found by the
// corpus of categories).
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast{type=f16 policy=aggressive})' | FileCheck %s

// CHECK-LABEL: func.func @reciprocal
// CHECK: linalg.reciprocal ins(%{{.*}} : tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)
func.func @reciprocal(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.reciprocal ins(%0 : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.tanh ins(%1 : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
