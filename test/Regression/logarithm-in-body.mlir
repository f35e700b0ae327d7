// What a body takes the logarithm of stays f32 all the way: an op that absorbs no
// cast read it from f16, and a second conversion, which saw no logarithm of an
// f32 number, multiplied in f16 (seed 9741076).
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint absorb=false accumulate=low compute=low" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 assign=fixpoint absorb=false accumulate=low compute=low" | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @log_in_body
// CHECK: linalg.matmul ins({{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<8x8xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @log_in_body(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>)
         outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %l = math.log %in : f32
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<8x8xf32>
  %q = linalg.matmul ins(%r, %w : tensor<8x8xf32>, tensor<8x8xf32>)
         outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %q : tensor<8x8xf32>
}
