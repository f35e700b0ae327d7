// Two sums of an exponential begin with it, whichever of them comes first: it is
// nearer than its argument, which one of them adds (found by amp-fuzz, seed 506042).
// RUN: amp-opt %s --split-input-file --amp-autocast='bf16 assign=greedy signature=convert absorb=false' | FileCheck %s

// CHECK: tosa.transpose %{{.*}} -> tensor<2x4x4xbf16>
func.func @first(%x: tensor<2x4x4xf32>, %image: tensor<1x2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %t = tosa.transpose %x {perms = array<i32: 0, 2, 1>} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %e = tosa.exp %t : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %a = tosa.add %x, %e : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = tosa.add %t, %e : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %d = tosa.sub %a, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.1> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %bias = "tosa.const"() <{values = dense<0.5> : tensor<4xf32>}> : () -> tensor<4xf32>
  %y = tosa.conv2d %image, %w, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  return %d, %y : tensor<2x4x4xf32>, tensor<1x2x4x4xf32>
}

// -----

// CHECK: tosa.transpose %{{.*}} -> tensor<2x4x4xbf16>
func.func @second(%x: tensor<2x4x4xf32>, %image: tensor<1x2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %t = tosa.transpose %x {perms = array<i32: 0, 2, 1>} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %e = tosa.exp %t : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = tosa.add %t, %e : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %a = tosa.add %x, %e : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %d = tosa.sub %a, %b : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.1> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %bias = "tosa.const"() <{values = dense<0.5> : tensor<4xf32>}> : () -> tensor<4xf32>
  %y = tosa.conv2d %image, %w, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  return %d, %y : tensor<2x4x4xf32>, tensor<1x2x4x4xf32>
}
