// RUN: amp-opt %s --amp-annotate | FileCheck %s
// RUN: amp-opt %s --amp-autocast="bf16 signature=convert" | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-autocast="bf16 signature=convert" --amp-verify-precision

// Bounds at the edges of what f16 holds: the largest number that it does not
// round to infinity, the largest that it rounds to zero, and bounds that are
// none because bf16 cannot hold more either.

// CHECK-LABEL: @bounds
func.func @bounds(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK: tosa.clamp {{.*}}amp.reason = "follow {{.*}}max_val = 6.551900e+04
  %0 = tosa.clamp %x {max_val = 65519.0 : f32, min_val = 0.0 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "never {{.*}}max_val = 6.552000e+04
  %1 = tosa.clamp %x {max_val = 65520.0 : f32, min_val = 0.0 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "never {{.*}}min_val = 2.98023224E-8
  %2 = tosa.clamp %x {max_val = 1.0 : f32, min_val = 2.98023224E-8 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "follow {{.*}}min_val = 2.98023259E-8
  %3 = tosa.clamp %x {max_val = 1.0 : f32, min_val = 2.98023259E-8 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "follow {{.*}}max_val = 3.38953139E+38
  %4 = tosa.clamp %x {max_val = 3.38953139E+38 : f32, min_val = -3.38953139E+38 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "never {{.*}}min_val = -3.000000e+38
  %5 = tosa.clamp %x {max_val = 3.38953139E+38 : f32, min_val = -3.0E+38 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: tosa.clamp {{.*}}amp.reason = "follow {{.*}}max_val = 0x7F800000
  %6 = tosa.clamp %x {max_val = 0x7F800000 : f32, min_val = 0xFF800000 : f32} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// Low, they are what rounding made of bounds within the limits.

// BF16-LABEL: @low
// BF16: tosa.clamp {{.*}}max_val = 6.553600e+04 : bf16, min_val = 2.980230e-08 : bf16
func.func @low(%a: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.matmul %a, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %c = tosa.clamp %p {max_val = 65519.0 : f32, min_val = 2.98023259E-8 : f32} : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  return %c : tensor<1x64x64xf32>
}
