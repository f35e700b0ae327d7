// A product that becomes a number of known size (tanh) on its way into what a
// loop adds up is no second moment: kept f32 for it, what reads it turned low in
// a second conversion (seed 9740293).
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy fold-weights=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 assign=greedy fold-weights=false" | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @known_size
// CHECK: linalg.matmul ins({{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @known_size(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %scale = arith.constant dense<1.562500e-02> : tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %p = linalg.matmul ins(%q, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c24 step %c1 iter_args(%sum = %zero) -> (tensor<8x8xf32>) {
    %t = math.tanh %q : tensor<8x8xf32>
    %s = arith.mulf %t, %scale : tensor<8x8xf32>
    %n = arith.addf %sum, %s : tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  return %p, %r : tensor<8x8xf32>, tensor<8x8xf32>
}
