// What a loop integrates in small steps (differential equations, samplers)
// stays f32, however few the steps: rounded in each, most of them is lost. The
// layers of a network, whose steps are as large as what they are added to, may
// be low.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

// CHECK-LABEL: func.func @integrate
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
func.func @integrate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant dense<0.02> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %d = arith.mulf %t, %size : tensor<64x64xf32>
    %n = arith.addf %s, %d : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @layers
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %n = arith.addf %s, %t : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
