// Only f16 was offered where bf16 would not overflow: each target type is judged by
// its own range (onnxconverter issue 268).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func.func @large
// CHECK: arith.constant dense<7.000000e+04> : tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// BF16-LABEL: func.func @large
// BF16: arith.constant dense<7.014400e+04> : tensor<64x64xbf16>
// BF16: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @large(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %big = arith.constant dense<70000.0> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %big : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
