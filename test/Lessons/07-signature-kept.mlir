// The type of a model's output changed without a word: public signatures stay
// unless signature=convert asks (apache/tvm PR 11142).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 signature=convert" %s | FileCheck %s --check-prefix=CONVERT

// The last op of the model is one that would rather write low.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: return %{{.*}} : tensor<64x64xf32>
// CONVERT-LABEL: func.func @main
// CONVERT-SAME: (%{{.*}}: tensor<64x64xf16>, %{{.*}}: tensor<64x64xf16>, %{{.*}}) -> tensor<64x64xf16>
// CONVERT: return %{{.*}} : tensor<64x64xf16>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.negf ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
