// A cast to f32 that the model held was not patched, and the model was invalid:
// casts of the input and ours meet in IR that verifies (onnxconverter issue 320).
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | mlir-opt | FileCheck %s --check-prefix=BF16

// An f16 argument extended by the model, then used by a product.
// CHECK-LABEL: func.func @extended
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK-NEXT: return %{{.*}} : tensor<64x64xf16>
// BF16-LABEL: func.func @extended
// BF16: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>) outs({{.*}} : tensor<64x64xf32>)
// BF16: arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
func.func @extended(%h: tensor<64x64xf16>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf16> {
  %x = arith.extf %h : tensor<64x64xf16> to tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xf16>
  return %1 : tensor<64x64xf16>
}
