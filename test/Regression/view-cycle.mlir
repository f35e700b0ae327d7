// Views of one another, which dead code and regions without an order may have,
// were followed without end.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// CHECK-LABEL: func.func @dead
func.func @dead() {
  return
^never:
  %a = tensor.cast %b : tensor<8x8xf32> to tensor<8x8xf32>
  %b = tensor.cast %a : tensor<8x8xf32> to tensor<8x8xf32>
  cf.br ^never
}
// CHECK-LABEL: ml_program.subgraph @graph
// CHECK: linalg.matmul
ml_program.subgraph @graph(%x: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = tensor.cast %b : tensor<8x8xf32> to tensor<8x8xf32>
  %b = tensor.cast %a : tensor<8x8xf32> to tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  ml_program.output %1 : tensor<8x8xf32>
}
