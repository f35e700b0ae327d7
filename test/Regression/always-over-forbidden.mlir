// `always` on an op whose input the low type cannot hold left the op without an
// input of its type: the conversion failed.
// RUN: amp-opt --amp-autocast=f16 --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @forced
// CHECK: linalg.matmul {{.*}} ins({{.*}} : tensor<2x1xf32>, tensor<1x8xf32>)
// expected-warning @below {{an op that must be low reads a value that the low type cannot hold: nothing is converted}}
module {
func.func @forced(%w: tensor<1x8xf32>, %c: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %x = arith.constant 1.0e6 : f32
  %a = tensor.from_elements %x, %x : tensor<2x1xf32>
  %0 = linalg.matmul {amp.category = #amp.category<always>} ins(%a, %w : tensor<2x1xf32>, tensor<1x8xf32>) outs(%c : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
}
