// Blocks that nothing branches to go, which lift-cf-to-scf refuses; so do they at
// the start of both lowerings.
// RUN: amp-opt %s --amp-erase-unreachable-blocks | FileCheck %s
// RUN: amp-opt %s --amp-to-cpu -o /dev/null
// RUN: amp-opt %s --amp-form-kernels -o /dev/null

// CHECK-LABEL: func.func @main
// CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK-NOT: ^bb3
// CHECK-NOT: arith.mulf
func.func @main(%x: tensor<4xf32>, %y: tensor<1xi1>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %c = tensor.extract %y[%zero] : tensor<1xi1>
  cf.cond_br %c, ^one, ^two
^one:
  return %x : tensor<4xf32>
^two:
  %s = arith.addf %x, %x : tensor<4xf32>
  return %s : tensor<4xf32>
^never(%z: tensor<4xf32>):
  %p = arith.mulf %z, %x : tensor<4xf32>
  cf.br ^never(%p : tensor<4xf32>)
}
