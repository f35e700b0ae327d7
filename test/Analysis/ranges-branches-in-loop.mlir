// How often a choice in a loop has changed says nothing: the loop ends its changes.
// With two values in each other's place, and the branch first that adds nothing,
// they were so many that all was given up (found by amp-fuzz, seed 511522).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: scf.if result 0: unknown reaches [-1, 1e+06]
func.func @main() -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %ones = arith.constant dense<1.0> : tensor<4x8xf32>
  %large = arith.constant dense<1.0e+06> : tensor<4x8xf32>
  %half = arith.constant dense<0.5> : tensor<4x8xf32>
  %w = arith.constant dense<0.0625> : tensor<8x8xf32>
  %r:2 = scf.for %i = %c0 to %c24 step %c1 iter_args(%a = %large, %b = %half) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %s = math.sin %ones : tensor<4x8xf32>
    %isFirst = arith.cmpi ne, %i, %c0 : index
    %chosen = scf.if %isFirst -> (tensor<4x8xf32>) {
      scf.yield %a : tensor<4x8xf32>
    } else {
      %sum = arith.addf %a, %s : tensor<4x8xf32>
      scf.yield %sum : tensor<4x8xf32>
    }
    %rows = tensor.extract_slice %b[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %few = tensor.extract_slice %s[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
    %y = linalg.matmul ins(%few, %w : tensor<2x8xf32>, tensor<8x8xf32>) outs(%rows : tensor<2x8xf32>) -> tensor<2x8xf32>
    %next = tensor.insert_slice %y into %b[0, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
    scf.yield %next, %chosen : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}
