// What a loop makes of the values that it starts from counts anew where those
// turn out to be others: here a second call brings a number that overflows. It
// was forgotten where the loop had been followed to its limit before (found by
// amp-fuzz, seed 804441, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: scf.while result 0: [3, inf] reaches [3, {{.*}}e+{{[3-9][0-9]}}]; f16 overflow; bf16 overflow
func.func private @squares(%x: tensor<8x8xbf16>) -> tensor<8x8xf32> {
  %e = arith.extf %x : tensor<8x8xbf16> to tensor<8x8xf32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %w:2 = scf.while (%v = %e, %i = %c0) : (tensor<8x8xf32>, index) -> (tensor<8x8xf32>, index) {
    %more = arith.cmpi slt, %i, %c4 : index
    scf.condition(%more) %v, %i : tensor<8x8xf32>, index
  } do {
  ^bb0(%v: tensor<8x8xf32>, %i: index):
    %s = arith.mulf %v, %v : tensor<8x8xf32>
    scf.yield %s, %i : tensor<8x8xf32>, index
  }
  return %e : tensor<8x8xf32>
}
func.func @main() -> tensor<8x8xf32> {
  %three = arith.constant dense<3.0> : tensor<8x8xbf16>
  %large = arith.constant dense<65536.0> : tensor<8x8xf32>
  %a = call @squares(%three) : (tensor<8x8xbf16>) -> tensor<8x8xf32>
  %b = arith.maximumf %a, %large : tensor<8x8xf32>
  %t = arith.truncf %b : tensor<8x8xf32> to tensor<8x8xbf16>
  %c = call @squares(%t) : (tensor<8x8xbf16>) -> tensor<8x8xf32>
  return %c : tensor<8x8xf32>
}
