// Values that take each other's place move by turns: the factor between two steps
// of one is no growth, which made 0.5 and 24 times at most 0.1 reach 6e19.
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: scf.for result 0: [0.5, inf] reaches [0.5, 10.757]
// CHECK: scf.for result 1: [0.5, inf] reaches [0.5, 2.056]
func.func @turns() -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %half = arith.constant dense<0.5> : tensor<4x4xf32>
  %tenth = arith.constant dense<0.1> : tensor<2x4xf32>
  %little = arith.constant dense<0.007> : tensor<4x4xf32>
  %w = arith.constant dense<0.0625> : tensor<4x4xf32>
  %r:3 = scf.for %i = %c0 to %c24 step %c1 iter_args(%a = %half, %b = %half, %c = %half) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
    %y = linalg.matmul ins(%b, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zeros : tensor<4x4xf32>) -> tensor<4x4xf32>
    %most = arith.maximumf %a, %y : tensor<4x4xf32>
    %more = arith.addf %b, %little : tensor<4x4xf32>
    %rows = tensor.extract_slice %c[2, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
    %sum = arith.addf %rows, %tenth : tensor<2x4xf32>
    %next = tensor.insert_slice %sum into %c[2, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
    scf.yield %more, %next, %most : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
