// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Constants: scalar, splat, dense, resource, infinite; what f16 and bf16 hold.
// CHECK: arith.constant result 0: [1.5, 1.5]; f16 fits; bf16 fits
// CHECK: arith.constant result 0: [-2, 3] reaches [-2, 3]; f16 fits; bf16 fits
// CHECK: arith.constant result 0: [65505, 65505]; f16 overflow; bf16 fits
// CHECK: arith.constant result 0: [-3.40282e+38, -3.40282e+38]; f16 overflow; bf16 overflow
// CHECK: arith.constant result 0: [1e-08, 1e-08]; f16 vanishes; bf16 fits
// CHECK: arith.constant result 0: [0, 0]; f16 fits; bf16 fits
// CHECK: arith.constant result 0: -inf; f16 open; bf16 open
// One element vanishes, the other does not: the constant was never zero.
// CHECK: arith.constant result 0: [1e-08, 1]; f16 becomes-zero; bf16 fits
// CHECK: arith.constant result 0: [-1, 2] reaches [-1, 2]; f16 fits; bf16 fits
func.func @constants() {
  %0 = arith.constant 1.5 : f32
  %1 = arith.constant dense<[-2.0, 3.0]> : tensor<2xf32>
  %2 = arith.constant dense<65505.0> : tensor<4xf32>
  %3 = arith.constant dense<-3.40282347E+38> : tensor<4xf32>
  %4 = arith.constant dense<1.0e-8> : tensor<4xf32>
  %5 = arith.constant dense<0.0> : tensor<4xf32>
  %6 = arith.constant dense<0xFF800000> : tensor<4xf32>
  %7 = arith.constant dense<[1.0e-8, 1.0]> : tensor<2xf32>
  %8 = arith.constant dense_resource<blob> : tensor<2xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x04000000000080BF00000040"
    }
  }
#-}

// -----

// An argument attribute gives the range; without one an input is finite, of
// order one.
// CHECK: argument 0: [-4, 4] reaches [-4, 4]; f16 fits; bf16 fits
// CHECK: argument 1: unknown; f16 open; bf16 open
// CHECK: arith.addf result 0: unknown reaches [-3, 3]; f16 open; bf16 open
// CHECK: arith.addf result 0: [-8, 8] reaches [-8, 8]; f16 fits
// CHECK: arith.subf result 0: [0, 0]; f16 fits
// CHECK: arith.mulf result 0: [0, 16] reaches [0, 16]; f16 fits
// CHECK: arith.mulf result 0: [0, inf]; f16 open
// CHECK: arith.negf result 0: [-4, 4]
// CHECK: arith.divf result 0: [-2, 2] reaches [-2, 2]
// CHECK: arith.divf result 0: unknown or -inf or +inf; f16 open
func.func @arithmetic(%x: tensor<4xf32> {amp.range = array<f64: -4.0, 4.0>}, %y: tensor<4xf32>) {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.addf %x, %y : tensor<4xf32>
  %1 = arith.addf %x, %x : tensor<4xf32>
  %2 = arith.subf %y, %y : tensor<4xf32>
  %3 = arith.mulf %x, %x : tensor<4xf32>
  %4 = arith.mulf %y, %y : tensor<4xf32>
  %5 = arith.negf %x : tensor<4xf32>
  %6 = arith.divf %x, %two : tensor<4xf32>
  %7 = arith.divf %two, %y : tensor<4xf32>
  return
}

// -----

// Maxima, minima, relu by comparison, a clamp of two comparisons.
// CHECK: arith.maximumf result 0: [0, inf]
// CHECK: arith.minimumf result 0: [0, 6]
// CHECK: arith.select result 0: [0, inf]
// CHECK: arith.select result 0: [0, 6]
// CHECK: arith.select result 0: [0, 6]
func.func @clamps(%x: tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %six = arith.constant dense<6.0> : tensor<4xf32>
  %0 = arith.maximumf %x, %zero : tensor<4xf32>
  %1 = arith.minimumf %0, %six : tensor<4xf32>
  %2 = arith.cmpf ugt, %x, %zero : tensor<4xf32>
  %3 = arith.select %2, %x, %zero : tensor<4xi1>, tensor<4xf32>
  %4 = arith.cmpf olt, %3, %six : tensor<4xf32>
  %5 = arith.select %4, %3, %six : tensor<4xi1>, tensor<4xf32>
  %6 = arith.cmpf oge, %six, %3 : tensor<4xf32>
  %7 = arith.select %6, %3, %six : tensor<4xi1>, tensor<4xf32>
  return
}

// -----

// A comparison with an unordered predicate lets NaN through, an equality says
// nothing.
// CHECK: arith.select result 0: unknown; f16 open
func.func @no_clamp(%x: tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %0 = arith.cmpf oeq, %x, %zero : tensor<4xf32>
  %1 = arith.select %0, %zero, %x : tensor<4xi1>, tensor<4xf32>
  return
}

// -----

// Integers: predicates are 0 and 1 (or 0 and -1 if signed), others are taken to
// be 0 and 1 at times, so an integer mask times a big number is beyond f16.
// CHECK: arith.uitofp result 0: [0, 1]; f16 fits
// CHECK: arith.sitofp result 0: [-1, 0]; f16 fits
// CHECK: arith.sitofp result 0: [0, 1]; f16 fits
// CHECK: arith.sitofp result 0: [3, 9] reaches [3, 9]; f16 fits
// CHECK: arith.sitofp result 0: unknown reaches [0, 1]
// CHECK: arith.subf result 0: unknown reaches [0, 1]
// CHECK: arith.mulf result 0: unknown reaches [-1e+09, 0]; f16 overflow; bf16 open
func.func @integers(%b: tensor<4xi1>, %i: tensor<4xi64>) {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %big = arith.constant dense<-1.0e9> : tensor<4xf32>
  %ints = arith.constant dense<[3, 9, 4, 5]> : tensor<4xi32>
  %0 = arith.uitofp %b : tensor<4xi1> to tensor<4xf32>
  %1 = arith.sitofp %b : tensor<4xi1> to tensor<4xf32>
  %2 = arith.extui %b : tensor<4xi1> to tensor<4xi32>
  %3 = arith.sitofp %2 : tensor<4xi32> to tensor<4xf32>
  %4 = arith.sitofp %ints : tensor<4xi32> to tensor<4xf32>
  %5 = arith.sitofp %i : tensor<4xi64> to tensor<4xf32>
  %6 = arith.subf %one, %5 : tensor<4xf32>
  %7 = arith.mulf %6, %big : tensor<4xf32>
  return
}

// -----

// Casts keep the range; f16 that the user wrote is bounded by f16.
// CHECK: arith.truncf result 0: [1e-12, 1e-12]; f16 becomes-zero; bf16 fits
// CHECK: arith.extf result 0: [-65504, 65504] or -inf or +inf; f16 fits
func.func @casts(%x: tensor<4xf32>) {
  %eps = arith.constant 1.0e-12 : f64
  %0 = arith.truncf %eps : f64 to f32
  %1 = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %2 = arith.extf %1 : tensor<4xf16> to tensor<4xf32>
  return
}

// -----

// Head-room: a mask at -60000 fits f16; added to scores it does not. The old
// -10000 does. Beyond half of the largest value the sum stays high.
// CHECK: arith.constant result 0: [-60000, 0] reaches [-60000, 0]; f16 fits; bf16 fits
// CHECK: arith.constant result 0: [-10000, 0] reaches [-10000, 0]; f16 fits; bf16 fits
// CHECK: arith.addf result 0: unknown reaches [-59999, 1]; f16 head-room; bf16 open
// CHECK: arith.addf result 0: unknown reaches [-9999, 1]; f16 open; bf16 open
func.func @head_room(%scores: tensor<2xf32>) {
  %mask = arith.constant dense<[-60000.0, 0.0]> : tensor<2xf32>
  %old = arith.constant dense<[-10000.0, 0.0]> : tensor<2xf32>
  %0 = arith.addf %scores, %mask : tensor<2xf32>
  %1 = arith.addf %scores, %old : tensor<2xf32>
  return
}

// -----

// An infinite mask is the same number in every type.
// CHECK: arith.select result 0: [0, 0] or -inf; f16 fits; bf16 fits
// CHECK: arith.addf result 0: unknown or -inf; f16 open; bf16 open
func.func @infinite_mask(%scores: tensor<2xf32>, %keep: tensor<2xi1>) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %minf = arith.constant dense<0xFF800000> : tensor<2xf32>
  %mask = arith.select %keep, %zero, %minf : tensor<2xi1>, tensor<2xf32>
  %0 = arith.addf %scores, %mask : tensor<2xf32>
  return
}

// -----

// Whole numbers stay whole: an index plus nought, and times a stride.
// CHECK: arith.addf result 0: [0, 511] reaches [0, 511]; f16 fits; bf16 inexact-integers
// CHECK: arith.mulf result 0: [0, 1533] reaches [0, 1533]; f16 fits; bf16 inexact-integers
// CHECK: arith.mulf result 0: [0, 1022] reaches [0, 1022]; f16 fits; bf16 fits
func.func @whole() {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %places = arith.constant dense<[0, 511, 3, 40]> : tensor<4xi32>
  %2 = arith.sitofp %places : tensor<4xi32> to tensor<4xf32>
  %3 = arith.addf %2, %zero : tensor<4xf32>
  %4 = arith.mulf %2, %three : tensor<4xf32>
  %5 = arith.mulf %2, %two : tensor<4xf32>
  return
}
