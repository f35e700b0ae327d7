// The pipeline as a whole: two equal weights become one and are narrowed once;
// a model's own cast pair around a value is gone; accumulators stay f32.
// RUN: amp-opt %s --amp-autocast-pipeline | FileCheck %s
// RUN: amp-opt %s --amp-autocast-pipeline="type=bf16 clean-up=false" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-autocast-pipeline{type=f16 keep-signature=false})' | FileCheck %s --check-prefix=CONVERT
// RUN: not amp-opt %s --amp-autocast-pipeline=type=f8 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: expected low type to be f16 or bf16, got 'f8'

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-COUNT-1: arith.constant dense<{{.*}}> : tensor<64x64xf16>
// CHECK-NOT: arith.constant dense
// CHECK: linalg.matmul ins(%{{.*}}, %[[W:.*]] : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf32>)

// BF16-LABEL: func.func @layers(
// BF16-COUNT-2: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%{{.*}} : tensor<64x64xf32>)

// CONVERT-LABEL: func.func @layers(
// CONVERT-SAME: %{{.*}}: tensor<64x64xf16>)
func.func @layers(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %v = arith.constant dense<0.1> : tensor<64x64xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
