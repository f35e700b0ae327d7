// A fill that nobody reads goes, and so does the empty tensor made for it; what
// a choice makes was not made for it.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 --amp-autocast=f16 | FileCheck %s

// CHECK-LABEL: @main
// CHECK: %[[ONES:.*]] = arith.constant dense<1.000000e+00>
// CHECK: scf.if
// CHECK: scf.yield %[[ONES]]
// CHECK-NOT: linalg.fill
func.func @main(%c: i1) -> f32 {
  %ones = arith.constant dense<1.0> : tensor<16x64xf32>
  %twos = arith.constant dense<2.0> : tensor<16x64xf32>
  %chosen = scf.if %c -> (tensor<16x64xf32>) {
    scf.yield %ones : tensor<16x64xf32>
  } else {
    scf.yield %twos : tensor<16x64xf32>
  }
  %zero = arith.constant 0.0 : f32
  %filled = linalg.fill ins(%zero : f32) outs(%chosen : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %zero : f32
}
