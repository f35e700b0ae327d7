// The small step of a sum that a loop of few iterations carries is none of the
// second conversion's values where the first has stored it low.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @main
// CHECK: scf.for {{.*}} -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8x8xbf16>) outs(%{{.*}} : tensor<8x8xf32>)
func.func @main() -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant dense<0.5> : tensor<8x8xf32>
  %decay = arith.constant dense<0.99> : tensor<8x8xf32>
  %eighth = arith.constant dense<0.125> : tensor<8x8xf32>
  %sixteenth = arith.constant dense<0.0625> : tensor<8x8xf32>
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %rate = arith.constant dense<0.1> : tensor<8x8xf32>
  %small = arith.constant dense<0.015625> : tensor<8x8xf32>
  %r:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %half, %y = %half, %z = %half) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %a = arith.mulf %x, %decay : tensor<8x8xf32>
    %p = linalg.matmul ins(%y, %eighth : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
    %b = arith.mulf %y, %half : tensor<8x8xf32>
    %t = math.tanh %p : tensor<8x8xf32>
    %c = arith.addf %b, %t : tensor<8x8xf32>
    %k = linalg.matmul ins(%rate, %sixteenth : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
    %u = math.tanh %k : tensor<8x8xf32>
    %d = arith.mulf %u, %small : tensor<8x8xf32>
    %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%d : tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %out, %in : f32
      linalg.yield %s : f32
    } -> tensor<8x8xf32>
    scf.yield %c, %e, %a : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  %w = arith.constant dense<0.25> : tensor<8x4xf32>
  %none = arith.constant dense<0.0> : tensor<8x4xf32>
  %q = linalg.matmul ins(%r#2, %w : tensor<8x8xf32>, tensor<8x4xf32>) outs(%none : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %q : tensor<8x4xf32>
}
