// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// Layer norm written out, epsilon 1e-12, rows that are all zero (padding): 0 / 0
// where epsilon vanishes in f16. The constant, and variance + epsilon, which is
// never zero and would become so, stay out of f16; bf16 holds both.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (0, d1)>

// CHECK-DAG: arith.constant result 0: [1e-12, 1e-12]; f16 vanishes; bf16 fits
// CHECK-DAG: linalg.generic result 0: [0, inf]; f16 open; bf16 open
// CHECK-DAG: linalg.generic result 0: [1e-12, inf]{{.*}}; f16 becomes-zero; bf16 open
// CHECK-DAG: linalg.generic result 0: [1e-06, inf]{{.*}}; f16 open; bf16 open
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999996E-13 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%h : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r = arith.addf %in0, %out : f32
    linalg.yield %r : f32
  } -> tensor<8x1xf32>
  %mu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %d = arith.divf %in0, %n : f32
    linalg.yield %d : f32
  } -> tensor<8x1xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%h, %mu : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %v = arith.subf %in0, %in1 : f32
    linalg.yield %v : f32
  } -> tensor<8x64xf32>
  %d2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %d : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %m = arith.mulf %in0, %in1 : f32
    linalg.yield %m : f32
  } -> tensor<8x64xf32>
  %sum2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d2 : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r = arith.addf %in0, %out : f32
    linalg.yield %r : f32
  } -> tensor<8x1xf32>
  %var = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum2 : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = arith.divf %in0, %n : f32
    linalg.yield %q : f32
  } -> tensor<8x1xf32>
  %ve = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%var : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %a = arith.addf %in0, %eps : f32
    linalg.yield %a : f32
  } -> tensor<8x1xf32>
  %sd = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%ve : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = math.sqrt %in0 : f32
    linalg.yield %q : f32
  } -> tensor<8x1xf32>
  %norm = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %sd : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %q = arith.divf %in0, %in1 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%norm, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
