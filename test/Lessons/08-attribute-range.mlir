// A clip bound above 65504 in an attribute became infinity: bounds are checked like
// constants (apache/tvm PR 15461).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func.func @clip
// CHECK: tosa.clamp {{.*}}max_val = 1.000000e+05 : f32, min_val = 7.000000e+04 : f32} : (tensor<1x8x8x64xf32>) -> tensor<1x8x8x64xf32>
// CHECK-NOT: 0x7C00
// CHECK: tosa.clamp {{.*}}max_val = 6.000000e+00 : f16, min_val = 0.000000e+00 : f16}
// In bf16 the bounds would fit but be rounded.
// BF16-LABEL: func.func @clip
// BF16: tosa.clamp {{.*}}max_val = 1.000000e+05 : f32
func.func @clip(%x: tensor<1x8x8x64xf32>, %k: tensor<64x1x1x64xf32>) -> tensor<1x8x8x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %b = "tosa.const"() {values = dense<0.5> : tensor<64xf32>} : () -> tensor<64xf32>
  %0 = tosa.conv2d %x, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x64xf32>
  %1 = tosa.clamp %0 {max_val = 100000.0 : f32, min_val = 70000.0 : f32} : (tensor<1x8x8x64xf32>) -> tensor<1x8x8x64xf32>
  %2 = tosa.conv2d %1, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x64xf32>
  %3 = tosa.conv2d %x, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x64xf32>
  %4 = tosa.clamp %3 {max_val = 6.0 : f32, min_val = 0.0 : f32} : (tensor<1x8x8x64xf32>) -> tensor<1x8x8x64xf32>
  %5 = tosa.conv2d %4, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x64xf32>
  %6 = tosa.add %2, %5 : (tensor<1x8x8x64xf32>, tensor<1x8x8x64xf32>) -> tensor<1x8x8x64xf32>
  return %6 : tensor<1x8x8x64xf32>
}
