// A loop hands on its values all at once: which of them comes first says nothing
// of how far they reach.
// RUN: amp-opt --amp-print-ranges %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: math.exp result 0: [[RANGE:.*]]; f16
func.func @last_first(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%last = %one, %state = %one) -> (tensor<4xf32>, tensor<4xf32>) {
    %next = math.exp %last : tensor<4xf32>
    scf.yield %state, %next : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// CHECK: math.exp result 0: [[RANGE]]; f16
func.func @last_second(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%state = %one, %last = %one) -> (tensor<4xf32>, tensor<4xf32>) {
    %next = math.exp %last : tensor<4xf32>
    scf.yield %next, %state : tensor<4xf32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
