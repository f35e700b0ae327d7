// A function without control flow is evaluated in one sweep, any other by the
// data-flow solver; both find the same ranges. The second run activates a call,
// which sends the whole module to the solver.
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: sed 's|^// CALL: ||' %s | amp-opt --amp-print-ranges -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CALLED

#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>

// CHECK: remark: argument 0: [-2, 3] reaches [-2, 3]; f16 fits; bf16 fits
// CHECK: remark: arith.constant result 0: [1e-09, 1e-09]; f16 vanishes;
// CHECK: remark: arith.mulf result 0: [0, 9] reaches [0, 9]; f16 fits;
// CHECK: remark: linalg.generic result 0: [0, 2304] reaches [0, 2304];
// CHECK: remark: arith.addf result 0: [1e-09, 2304] {{.*}} f16 becomes-zero;
// CHECK: remark: math.exp result 0: [1, inf]; f16 open; bf16 open
func.func @straight(%x: tensor<4x256xf32> {amp.range = array<f64: -2.0, 3.0>})
    -> tensor<4xf32> {
  %tiny = arith.constant dense<1.0e-9> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %square = arith.mulf %x, %x : tensor<4x256xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<4x256xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %safe = arith.addf %sum, %tiny : tensor<4xf32>
  %e = math.exp %safe : tensor<4xf32>
  return %e : tensor<4xf32>
}

// The call's result is what the callee returns.
// CALLED: remark: func.call result 0: [1, inf]; f16 open; bf16 open
// CALL: func.func @caller(%x: tensor<4x256xf32>) -> tensor<4xf32> {
// CALL:   %r = call @straight(%x) : (tensor<4x256xf32>) -> tensor<4xf32>
// CALL:   return %r : tensor<4xf32>
// CALL: }
