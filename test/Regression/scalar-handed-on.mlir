// What only hands on a scalar is no fill by name, yet its scalar is cast for it.
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy signature=convert" -mlir-print-op-generic | FileCheck %s
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy signature=convert" -mlir-print-op-generic -o %t
// RUN: amp-opt %t --amp-autocast="bf16 assign=greedy signature=convert" -mlir-print-op-generic | diff %t -

// CHECK-LABEL: sym_name = "main"
// CHECK: "linalg.add"(%{{.*}}, %{{.*}}) <{{.*}}> ({
// CHECK-NEXT: ^bb0(%[[IN:.*]]: bf16, %{{.*}}: bf16):
// CHECK-NEXT: "linalg.yield"(%[[IN]]) : (bf16) -> ()
func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>, %f: f32) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = "linalg.add"(%f, %c) <{operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%in: f32, %out: f32):
    "linalg.yield"(%in) : (f32) -> ()
  }) : (f32, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.add ins(%1, %c : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}
