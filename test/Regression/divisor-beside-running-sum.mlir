// A divisor to which a running sum is added is pinned for that sum and as part
// of the divisor. The first reason hid the second: greedy assignment computed
// it in the low type, from operands that are kept for it, and a second
// conversion computed those low, too.

// RUN: amp-opt %s --amp-autocast='f16 assign=greedy' | FileCheck %s
// RUN: amp-opt %s --amp-autocast='f16 assign=greedy' -o %t.once
// RUN: amp-opt %t.once --amp-autocast='f16 assign=greedy' | diff %t.once -

// CHECK-LABEL: func.func @divisor
// CHECK: %[[CONV:.*]] = tosa.conv2d {{.*}} -> tensor<1x16x16x8xf32>
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : tensor<2048xf32>
// CHECK-NOT: arith.truncf
// CHECK: %[[DIVISOR:.*]] = arith.addf %[[SUM]], {{.*}} : tensor<2048xf32>
// CHECK-NEXT: arith.divf {{.*}}, %[[DIVISOR]] : tensor<2048xf32>
func.func @divisor(%x: tensor<1x16x16x8xf32>, %w: tensor<8x3x3x8xf32>, %b: tensor<8xf32>, %v: tensor<2048xf32>,
                   %m: tensor<2048x2048xf32>) -> (tensor<2048xf32>, tensor<2048xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %none = arith.constant dense<0.0> : tensor<2048xf32>
  %rate = arith.constant dense<1.0e-8> : tensor<2048xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %flat = tensor.collapse_shape %conv [[0, 1, 2, 3]] : tensor<1x16x16x8xf32> into tensor<2048xf32>
  %loop:2 = scf.for %i = %c0 to %c50 step %c1 iter_args(%state = %v, %total = %v) -> (tensor<2048xf32>, tensor<2048xf32>) {
    %product = linalg.matvec ins(%m, %state : tensor<2048x2048xf32>, tensor<2048xf32>) outs(%none : tensor<2048xf32>) -> tensor<2048xf32>
    %sum = arith.addf %total, %product : tensor<2048xf32>
    %divisor = arith.addf %sum, %flat : tensor<2048xf32>
    %step = arith.divf %rate, %divisor : tensor<2048xf32>
    %next = arith.subf %state, %step : tensor<2048xf32>
    scf.yield %next, %sum : tensor<2048xf32>, tensor<2048xf32>
  }
  return %loop#0, %loop#1 : tensor<2048xf32>, tensor<2048xf32>
}
