// An exponential of its own result goes around a loop by way of a call. On the way it
// reaches beyond f16 and then beyond f32, where nothing is said of it. A cast of ours in
// the loop does not change that: a second conversion has to know what the first knew
// (found by amp-fuzz, seed 820571).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// CHECK: argument 0: [0, inf] reaches [0, 3.81428e+06]; f16 overflow
func.func private @tower(%x: tensor<4x4xf32>) -> tensor<4x4xf16> {
  %e = math.exp %x : tensor<4x4xf32>
  %low = arith.truncf %e fastmath<contract> : tensor<4x4xf32> to tensor<4x4xf16>
  return %low : tensor<4x4xf16>
}
func.func @main() -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%it = %zero) -> (tensor<4x4xf32>) {
    %1 = func.call @tower(%it) : (tensor<4x4xf32>) -> tensor<4x4xf16>
    %2 = arith.extf %1 fastmath<contract> : tensor<4x4xf16> to tensor<4x4xf32>
    scf.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}
