// How far nested loops take what they carry. An inner loop whose changes counted
// anew whenever the outer one brought more lost its reach, and nests took seven
// times as long (shape `deep` of benchmarks/scale.py).
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | grep remark | FileCheck %s

// What 100 times 1.1 around 4 times 2.0 makes of one is far beyond f16.
// CHECK: scf.for result 0: [0, inf] reaches [0, {{[0-9.]+}}e+{{[0-9]+}}]; f16 overflow
// CHECK: scf.for result 0: [0, inf] reaches [0, {{[0-9.]+}}e+{{[0-9]+}}]; f16 overflow
func.func @both_grow(%x: tensor<4xf32> {amp.range = array<f64: 0.0, 1.0>}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %inner = arith.constant 4 : index
  %outer = arith.constant 100 : index
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %more = arith.constant dense<1.1> : tensor<4xf32>
  %r = scf.for %i = %c0 to %outer step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %m = arith.mulf %a, %more : tensor<4xf32>
    %s = scf.for %j = %c0 to %inner step %c1 iter_args(%b = %m) -> tensor<4xf32> {
      %q = arith.mulf %b, %two : tensor<4xf32>
      scf.yield %q : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The outer loop keeps what comes into the inner one within three.
// CHECK: math.tanh
// CHECK: scf.for result 0: [0, 4] reaches [0, 3.99{{[0-9]*}}]; f16 fits
func.func @bounded(%x: tensor<4xf32> {amp.range = array<f64: 0.0, 1.0>}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %inner = arith.constant 10 : index
  %outer = arith.constant 50 : index
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %step = arith.constant dense<0.1> : tensor<4xf32>
  %r = scf.for %i = %c0 to %outer step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.tanh %a : tensor<4xf32>
    %m = arith.mulf %t, %three : tensor<4xf32>
    %s = scf.for %j = %c0 to %inner step %c1 iter_args(%b = %m) -> tensor<4xf32> {
      %q = arith.addf %b, %step : tensor<4xf32>
      scf.yield %q : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
