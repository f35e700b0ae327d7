// Marks that kept ops in f32 slowed quantised models: quantised types and integer
// products are left as they are (openvino PR 16785).
// RUN: amp-opt --amp-autocast="f16 unlisted=ignore" %s | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5>
// CHECK-LABEL: func.func @quantised
// CHECK: quant.qcast %{{.*}} : tensor<64x64xf32> to tensor<64x64x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK: quant.dcast %{{.*}} : tensor<64x64x!quant.uniform<i8:f32, 5.000000e-01>> to tensor<64x64xf32>
// CHECK: tosa.conv2d {{.*}}acc_type = i32{{.*}} : (tensor<1x8x8x16xi8>, tensor<16x3x3x16xi8>, tensor<16xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x16xi32>
func.func @quantised(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>, %i: tensor<1x8x8x16xi8>, %k: tensor<16x3x3x16xi8>, %b: tensor<16xi32>) -> (tensor<64x64xf32>, tensor<1x8x8x16xi32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = quant.qcast %0 : tensor<64x64xf32> to tensor<64x64x!q>
  %2 = quant.dcast %1 : tensor<64x64x!q> to tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %4 = tosa.conv2d %i, %k, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x16xi8>, tensor<16x3x3x16xi8>, tensor<16xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x16xi32>
  return %3, %4 : tensor<64x64xf32>, tensor<1x8x8x16xi32>
}
