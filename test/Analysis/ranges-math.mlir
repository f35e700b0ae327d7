// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Bounded functions of an unknown value.
// CHECK: math.tanh result 0: [-1, 1]
// CHECK: math.erf result 0: [-1, 1]
// CHECK: math.sin result 0: [-1, 1]
// CHECK: math.cos result 0: [-1, 1]
// CHECK: math.exp result 0: [0, inf]
// CHECK: math.absf result 0: [0, inf]
// CHECK: math.sqrt result 0: [0, inf] {{.*}}or nan
// CHECK: math.log result 0: unknown {{.*}}or -inf or nan
// CHECK: math.fpowi result 0: [0, inf]
// CHECK: math.fpowi result 0: unknown
// CHECK: math.powf result 0: [0, inf]
func.func @unknown(%x: tensor<4xf32>) {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %itwo = arith.constant dense<2> : tensor<4xi32>
  %ithree = arith.constant dense<3> : tensor<4xi32>
  %0 = math.tanh %x : tensor<4xf32>
  %1 = math.erf %x : tensor<4xf32>
  %2 = math.sin %x : tensor<4xf32>
  %3 = math.cos %x : tensor<4xf32>
  %4 = math.exp %x : tensor<4xf32>
  %5 = math.absf %x : tensor<4xf32>
  %6 = math.sqrt %x : tensor<4xf32>
  %7 = math.log %x : tensor<4xf32>
  %8 = math.fpowi %x, %itwo : tensor<4xf32>, tensor<4xi32>
  %9 = math.fpowi %x, %ithree : tensor<4xf32>, tensor<4xi32>
  %10 = math.powf %x, %two : tensor<4xf32>
  return
}

// -----

// Known operands: exp past 65504, a root, a reciprocal root of an epsilon.
// CHECK: math.exp result 0: [0.367879, 162755] reaches [0.367879, 162755]; f16 overflow; bf16 fits
// CHECK: math.sqrt result 0: [0, 3]
// CHECK: arith.addf result 0: [1e-12, 9]
// CHECK: math.rsqrt result 0: [0.333333, 1e+06] reaches [0.333333, 1e+06]; f16 overflow; bf16 fits
// CHECK: math.log result 0: [0, 2.19722]
// CHECK: math.fpowi result 0: [1, 729] reaches [1, 729]
func.func @known(%x: tensor<4xf32> {amp.range = array<f64: -1.0, 12.0>},
                 %v: tensor<4xf32> {amp.range = array<f64: 0.0, 9.0>},
                 %w: tensor<4xf32> {amp.range = array<f64: 1.0, 9.0>}) {
  %eps = arith.constant dense<1.0e-12> : tensor<4xf32>
  %three = arith.constant dense<3> : tensor<4xi32>
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.sqrt %v : tensor<4xf32>
  %2 = arith.addf %v, %eps : tensor<4xf32>
  %3 = math.rsqrt %2 : tensor<4xf32>
  %4 = math.log %w : tensor<4xf32>
  %5 = math.fpowi %w, %three : tensor<4xf32>, tensor<4xi32>
  return
}
