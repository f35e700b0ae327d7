// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// x^3 in a tanh GELU with x near 60: 216000. Of an unknown x nothing is known of the
// cube; inf inside is harmless here, since tanh gives 1 either way, as it does in
// f32. tanh and 1 + tanh are bounded.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (0, d1)>

// CHECK-DAG: linalg.generic result 0: [-1, 1]{{.*}}; f16 fits; bf16 fits
// CHECK-DAG: linalg.generic result 0: [0, 2]
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %c1 = arith.constant 4.471500e-02 : f32
  %c2 = arith.constant 7.978850e-01 : f32
  %one = arith.constant 1.000000e+00 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %three = arith.constant 3 : i64
  %h = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %h3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %p = math.fpowi %in0, %three : f32, i64
    linalg.yield %p : f32
  } -> tensor<8x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h3 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = arith.mulf %in0, %c1 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%h, %a : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %q = arith.addf %in0, %in1 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = arith.mulf %in0, %c2 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = math.tanh %in0 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %t1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %q = arith.addf %in0, %one : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %u = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%h, %t1 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %q = arith.mulf %in0, %in1 : f32
    linalg.yield %q : f32
  } -> tensor<8x64xf32>
  %y = linalg.matmul ins(%u, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
