// A loop hands on what was made before it, and a logarithm is taken of that:
// small numbers stay f32 behind the loop as without it.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// CHECK-LABEL: @yielded
// CHECK: arith.mulf %{{.*}} : tensor<4x4xf32>
// CHECK-LABEL: @passed
// CHECK: arith.mulf %{{.*}} : tensor<4x4xf32>
func.func @yielded(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> (tensor<4x4xf32>) {
    %s = arith.mulf %v, %v : tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  %x = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %b) -> (tensor<4x4xf32>) {
    scf.yield %w : tensor<4x4xf32>
  }
  %l = math.log %x : tensor<4x4xf32>
  return %p, %l : tensor<4x4xf32>, tensor<4x4xf32>
}

func.func @passed(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %w = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> (tensor<4x4xf32>) {
    %s = arith.mulf %v, %v : tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  %x = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %w) -> (tensor<4x4xf32>) {
    scf.yield %v : tensor<4x4xf32>
  }
  %l = math.log %x : tensor<4x4xf32>
  return %p, %l : tensor<4x4xf32>, tensor<4x4xf32>
}
