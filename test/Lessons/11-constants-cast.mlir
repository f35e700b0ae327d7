// One f32 bias constant sent activations back to f32 and down again: a constant
// takes the type that its user wants (apache/tvm PR 14679).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @bias
// CHECK: %[[B:.*]] = arith.constant dense<5.000000e-01> : tensor<64x64x[[T]]>
// CHECK: linalg.matmul
// CHECK-NOT: arith.extf
// CHECK: arith.addf %{{.*}}, %[[B]] : tensor<64x64x[[T]]>
// CHECK-NOT: arith.{{extf|truncf}}
// CHECK: linalg.matmul
func.func @bias(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %b = arith.constant dense<0.5> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.addf %0, %b : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
