// What the argument of a function reaches is what any of its calls passes, be they
// many: not theirs, but a loop's changes come without end (found by amp-fuzz, seed
// 697827, where a second conversion met one call's range more and gave up).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: argument 0: [1, 70000] reaches [1, 70000]; f16 overflow; bf16 fits
func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.addf result 0: [2, 140000] reaches [2, 140000]; f16 overflow
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main() {
  %1 = arith.constant dense<1.0> : tensor<4xf32>
  %2 = arith.constant dense<2.0> : tensor<4xf32>
  %3 = arith.constant dense<3.0> : tensor<4xf32>
  %4 = arith.constant dense<4.0> : tensor<4xf32>
  %5 = arith.constant dense<5.0> : tensor<4xf32>
  %6 = arith.constant dense<7.0e4> : tensor<4xf32>
  call @double(%1) : (tensor<4xf32>) -> tensor<4xf32>
  call @double(%2) : (tensor<4xf32>) -> tensor<4xf32>
  call @double(%3) : (tensor<4xf32>) -> tensor<4xf32>
  call @double(%4) : (tensor<4xf32>) -> tensor<4xf32>
  call @double(%5) : (tensor<4xf32>) -> tensor<4xf32>
  call @double(%6) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
