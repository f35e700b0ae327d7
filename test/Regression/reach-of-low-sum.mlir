// A product that accumulates low reaches what it did in f32: where it goes from there,
// a second conversion knows as much (found by amp-fuzz, seed 600000).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: arith.extf result 0: unknown reaches [0, 2]
func.func @main(%x: tensor<8x4xf16>, %y: tensor<4x8xf16>) -> tensor<8x8xf32> {
  %one = arith.constant 1.0 : f16
  %empty = tensor.empty() : tensor<8x8xf16>
  %ones = linalg.fill ins(%one : f16) outs(%empty : tensor<8x8xf16>) -> tensor<8x8xf16>
  %product = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x4xf16>, tensor<4x8xf16>) outs(%ones : tensor<8x8xf16>) {
  ^bb0(%in: f16, %in_0: f16, %out: f16):
    %a = arith.extf %in fastmath<contract> : f16 to f32
    %b = arith.extf %in_0 fastmath<contract> : f16 to f32
    %c = arith.extf %out fastmath<contract> : f16 to f32
    %d = arith.mulf %a, %b : f32
    %e = arith.addf %c, %d : f32
    %f = arith.truncf %e fastmath<contract> : f32 to f16
    linalg.yield %f : f16
  } -> tensor<8x8xf16>
  %wide = arith.extf %product fastmath<contract> : tensor<8x8xf16> to tensor<8x8xf32>
  return %wide : tensor<8x8xf32>
}
