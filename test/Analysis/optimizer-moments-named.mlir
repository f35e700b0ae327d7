// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

// As optimizer-moments.mlir, in a module where no op squares by itself: the body
// of a named product reads two arguments, which are one value.
// CHECK-LABEL: func.func @main
// CHECK: linalg.mul {{.*}} -> tensor<64x64xf32>
// CHECK: linalg.add {{.*}} -> tensor<64x64xf32>
func.func @main(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%v = %z) -> (tensor<64x64xf32>) {
    %g = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %gg = linalg.mul ins(%g, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.add ins(%v, %gg : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
