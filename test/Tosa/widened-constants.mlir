// Weights that are stored in f16 and widened, as models of TFLite have them:
// what a cast makes of a constant is a constant. In f16 the stored one is read,
// in bf16 it is rounded once, here, not at each run.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --implicit-check-not='to tensor<2x1x1x2xf16>'
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16
// RUN: amp-opt "--amp-autocast=f16 fold-weights=false" %s | FileCheck %s
// RUN: amp-opt "--amp-autocast=bf16 fold-weights=false" %s | FileCheck %s --check-prefix=NOFOLD
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

// CHECK-DAG: %[[W:.*]] = "tosa.const"() <{values = dense<{{.*}}1.500000e+00{{.*}}> : tensor<2x1x1x2xf16>}>
// CHECK-DAG: %[[B:.*]] = "tosa.const"() <{values = dense<[9.997550e-02, 2.000000e+00]> : tensor<2xf16>}>
// CHECK: tosa.conv2d %{{.*}}, %[[W]], %[[B]]
// CHECK: tosa.conv2d %{{.*}}, %[[W]], %[[B]]

// BF16-DAG: %[[W:.*]] = "tosa.const"() <{values = dense<{{.*}}1.500000e+00{{.*}}> : tensor<2x1x1x2xbf16>}>
// BF16-DAG: %[[B:.*]] = "tosa.const"() <{values = dense<[1.000980e-01, 2.000000e+00]> : tensor<2xbf16>}>
// BF16-NOT: tosa.cast
// BF16: tosa.conv2d %{{.*}}, %[[W]], %[[B]]
// BF16: tosa.conv2d %{{.*}}, %[[W]], %[[B]]

// NOFOLD: %[[WIDE:.*]] = tosa.cast %{{.*}} : (tensor<2x1x1x2xf16>) -> tensor<2x1x1x2xf32>
// NOFOLD: %[[W:.*]] = arith.truncf %[[WIDE]] {{.*}} to tensor<2x1x1x2xbf16>
// NOFOLD: tosa.conv2d %{{.*}}, %[[W]],
func.func @layers(%x: tensor<1x256x256x2xf32>) -> tensor<1x256x256x2xf32> {
  %stored = "tosa.const"() {values = dense<[[[[1.5, 0.3]]], [[[-1.0, 0.7]]]]> : tensor<2x1x1x2xf16>} : () -> tensor<2x1x1x2xf16>
  %w = tosa.cast %stored : (tensor<2x1x1x2xf16>) -> tensor<2x1x1x2xf32>
  %storedBias = "tosa.const"() {values = dense<[0.1, 2.0]> : tensor<2xf16>} : () -> tensor<2xf16>
  %b = tosa.cast %storedBias : (tensor<2xf16>) -> tensor<2xf32>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x256x256x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x256x256x2xf32>
  %r = tosa.clamp %y {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x256x256x2xf32>) -> tensor<1x256x256x2xf32>
  %z = tosa.conv2d %r, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x256x256x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x256x256x2xf32>
  return %z : tensor<1x256x256x2xf32>
}

// Weights that are handed over in f16 are read as they are, too.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %[[W:[^:]*]]: tensor<2x1x1x2xf16>
// CHECK: tosa.conv2d %{{.*}}, %[[W]],
// NOFOLD-LABEL: func.func @arguments(
// NOFOLD: arith.truncf %{{.*}} to tensor<2x1x1x2xbf16>
func.func @arguments(%x: tensor<1x256x256x2xf32>, %stored: tensor<2x1x1x2xf16>, %b: tensor<2xf32>) -> tensor<1x256x256x2xf32> {
  %w = tosa.cast %stored : (tensor<2x1x1x2xf16>) -> tensor<2x1x1x2xf32>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x256x256x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x256x256x2xf32>
  %r = tosa.clamp %y {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x256x256x2xf32>) -> tensor<1x256x256x2xf32>
  %z = tosa.conv2d %r, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x256x256x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x256x256x2xf32>
  return %z : tensor<1x256x256x2xf32>
}
