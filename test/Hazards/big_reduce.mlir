// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// The sum of 70 000 ones, then the division: the sum of data of order one is beyond
// f16 by its extent alone, and so is the divisor; the mean is of order one again.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (0, d1)>

// CHECK: arith.constant result 0: [70000, 70000]; f16 overflow; bf16 fits
// CHECK: linalg.generic result 0: unknown reaches [-70000, 70000]; f16 overflow; bf16 open
// CHECK: linalg.generic result 0: unknown; f16 open; bf16 open
// CHECK: linalg.generic result 0: unknown; f16 open; bf16 open
func.func @main(%x: tensor<2x70000xf32>, %c: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %cnt = arith.constant 7.000000e+04 : f32
  %e1 = tensor.empty() : tensor<2x1xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x70000xf32>) outs(%init1 : tensor<2x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %a = arith.addf %in0, %out : f32
    linalg.yield %a : f32
  } -> tensor<2x1xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<2x1xf32>) outs(%e1 : tensor<2x1xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = arith.divf %in0, %cnt : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%mean, %c : tensor<2x1xf32>, tensor<2x1xf32>) outs(%e1 : tensor<2x1xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %m = arith.mulf %in0, %in1 : f32
    linalg.yield %m : f32
  } -> tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}
