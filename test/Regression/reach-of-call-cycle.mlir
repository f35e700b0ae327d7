// Two calls of one function, the second of what is made of the first's result: the
// analysis takes them for a cycle, and of what that goes on changing nothing is known
// but the bounds (found by amp-fuzz, seed 756372).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main() -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %base = arith.constant dense<1.0e-5> : tensor<4xf32>
  // CHECK: func.call result 0: [0, inf]; f16 open
  %0 = call @same(%zero) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = arith.negf %0 : tensor<4xf32>
  %2 = math.powf %base, %1 : tensor<4xf32>
  // CHECK: func.call result 0: [0, inf]; f16 open
  %3 = call @same(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
