// Which digits a function's argument has is known when all calls are: a product
// with a mean's weights of what no caller had handed over yet counted as one of
// constants, and so as rounded, for good (found by amp-fuzz, seed 503274,
// functions in another order).
// RUN: amp-opt %s --split-input-file --amp-autocast='bf16 assign=greedy absorb=false' | FileCheck %s

// CHECK-LABEL: func.func private @mean
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<4x4xf32>)
func.func private @mean(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %quarter = arith.constant dense<0.25> : tensor<4x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %one = arith.constant dense<1.0> : tensor<8x4xf32>
  %sum = scf.for %i = %c0 to %c4 step %c4 iter_args(%so_far = %zeros) -> (tensor<8x4xf32>) {
    %next = linalg.matmul ins(%x, %quarter : tensor<8x4xf32>, tensor<4x4xf32>) outs(%so_far : tensor<8x4xf32>) -> tensor<8x4xf32>
    scf.yield %next : tensor<8x4xf32>
  }
  %unread = arith.cmpf olt, %sum, %one : tensor<8x4xf32>
  return %one : tensor<8x4xf32>
}
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = call @mean(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %one = arith.constant dense<1.0> : tensor<8x4xf32>
  return %one : tensor<8x4xf32>
}

// -----

func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = call @mean(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %one = arith.constant dense<1.0> : tensor<8x4xf32>
  return %one : tensor<8x4xf32>
}
// CHECK-LABEL: func.func private @mean
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x4xf32>, tensor<4x4xf32>)
func.func private @mean(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %quarter = arith.constant dense<0.25> : tensor<4x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x4xf32>
  %one = arith.constant dense<1.0> : tensor<8x4xf32>
  %sum = scf.for %i = %c0 to %c4 step %c4 iter_args(%so_far = %zeros) -> (tensor<8x4xf32>) {
    %next = linalg.matmul ins(%x, %quarter : tensor<8x4xf32>, tensor<4x4xf32>) outs(%so_far : tensor<8x4xf32>) -> tensor<8x4xf32>
    scf.yield %next : tensor<8x4xf32>
  }
  %unread = arith.cmpf olt, %sum, %one : tensor<8x4xf32>
  return %one : tensor<8x4xf32>
}
