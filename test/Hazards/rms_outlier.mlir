// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// Linear, RMS norm written out, linear. x * x passes 65504 for outliers near
// 500, the sum becomes inf and x / inf is 0: a finite, wrong answer. The range
// of x is not known, so nothing forbids the square here: it is the second
// moment that feeds a sum (a rule of the precision graph). The analysis shows
// that it is not negative, and that the root of mean + epsilon is above 0.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-DAG: linalg.generic result 0: [0, inf]; f16 open; bf16 open
// CHECK-DAG: linalg.generic result 0: [1e-06, inf]{{.*}}; f16 open; bf16 open
// CHECK-DAG: linalg.generic result 0: [0.001, inf]{{.*}}; f16 open; bf16 open
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %two = arith.constant 2 : i64
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 1.000000e-06 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %sq = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = math.fpowi %in, %two : f32, i64
    linalg.yield %p : f32
  } -> tensor<8x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%sq : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<8x1xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %d = arith.divf %in, %n : f32
    linalg.yield %d : f32
  } -> tensor<8x1xf32>
  %me = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%mean : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %eps : f32
    linalg.yield %a : f32
  } -> tensor<8x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%me : tensor<8x1xf32>) outs(%e1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = math.sqrt %in : f32
    linalg.yield %q : f32
  } -> tensor<8x1xf32>
  %norm = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%h, %r : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %root: f32, %out: f32):
    %d = arith.divf %in, %root : f32
    linalg.yield %d : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%norm, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
