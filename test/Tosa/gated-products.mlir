// What a gate made of it lets through (hard swish) is no second moment, even if
// it is averaged; a product with other data may be one.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -

// CHECK-LABEL: func.func @hard_swish(
// CHECK: tosa.mul {{.*}} -> tensor<1x16x16x32xf16>
// CHECK: tosa.avg_pool2d {{.*}} -> tensor<1x1x1x32xf16>
// BF16-LABEL: func.func @hard_swish(
// BF16: tosa.mul {{.*}} -> tensor<1x16x16x32xbf16>
func.func @hard_swish(%x: tensor<1x16x16x32xf32>, %w: tensor<32x1x1x32xf32>, %b: tensor<32xf32>) -> tensor<1x1x1x32xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %three = "tosa.const"() {values = dense<3.0> : tensor<1x1x1x1xf32>} : () -> tensor<1x1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x16x16x32xf32>, tensor<32x1x1x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x32xf32>
  %s = tosa.add %y, %three : (tensor<1x16x16x32xf32>, tensor<1x1x1x1xf32>) -> tensor<1x16x16x32xf32>
  %gate = tosa.clamp %s {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %h = tosa.mul %y, %gate, %shift : (tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1xi8>) -> tensor<1x16x16x32xf32>
  %p = tosa.avg_pool2d %h, %zero, %zero {acc_type = f32, kernel = array<i64: 16, 16>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x16x16x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
  %r = tosa.conv2d %p, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x32xf32>, tensor<32x1x1x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
  return %r : tensor<1x1x1x32xf32>
}

// CHECK-LABEL: func.func @covariance(
// CHECK: tosa.mul {{.*}} -> tensor<1x16x16x32xf32>
// CHECK: tosa.avg_pool2d {{.*}} -> tensor<1x1x1x32xf32>
// BF16-LABEL: func.func @covariance(
// BF16: tosa.mul {{.*}} -> tensor<1x16x16x32xf32>
func.func @covariance(%x: tensor<1x16x16x32xf32>, %w: tensor<32x1x1x32xf32>, %b: tensor<32xf32>) -> tensor<1x1x1x32xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x16x16x32xf32>, tensor<32x1x1x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x32xf32>
  %z = tosa.conv2d %y, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x16x16x32xf32>, tensor<32x1x1x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x32xf32>
  %gate = tosa.clamp %z {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %h = tosa.mul %y, %gate, %shift : (tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1xi8>) -> tensor<1x16x16x32xf32>
  %p = tosa.avg_pool2d %h, %zero, %zero {acc_type = f32, kernel = array<i64: 16, 16>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x16x16x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
  %r = tosa.conv2d %p, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x1x1x32xf32>, tensor<32x1x1x32xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
  return %r : tensor<1x1x1x32xf32>
}
