// A cast from f16 to f32 was not fused into the product, and bandwidth was lost: a
// product that reads extended f16 reads the f16 (iree issue 9517).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @extended
// CHECK-SAME: (%[[H:arg[0-9]+]]: tensor<64x64xf16>
// CHECK: linalg.matmul ins(%[[H]], %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs({{.*}} : tensor<64x64xf32>)
func.func @extended(%h: tensor<64x64xf16>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %x = arith.extf %h : tensor<64x64xf16> to tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
