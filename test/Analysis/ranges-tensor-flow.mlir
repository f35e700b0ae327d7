// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Views keep ranges, padding and concatenation join them, an empty tensor has
// none.
// CHECK: tensor.empty result 0: undefined
// CHECK: tensor.extract_slice result 0: [0, 1]
// CHECK: tensor.expand_shape result 0: [0, 1]
// CHECK: tensor.pad result 0: [-5, 1] reaches [-5, 1]
// CHECK: tensor.concat result 0: [0, 7] reaches [0, 7]
// CHECK: tensor.insert_slice result 0: [0, 1]
// CHECK: tensor.extract result 0: [0, 1]
// CHECK: tensor.splat result 0: [0, 1]
// CHECK: tensor.from_elements result 0: [-5, 1]
func.func @moves(%x: tensor<4xf32> {amp.range = array<f64: 0.0, 1.0>},
                 %y: tensor<4xf32> {amp.range = array<f64: 0.5, 7.0>}) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant -5.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %2 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %pad : f32
  } : tensor<4xf32> to tensor<6xf32>
  %3 = tensor.concat dim(0) %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %4 = tensor.insert_slice %0 into %e[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %5 = tensor.extract %x[%c0] : tensor<4xf32>
  %6 = tensor.splat %5 : tensor<3xf32>
  %7 = tensor.from_elements %5, %pad : tensor<2xf32>
  return
}

// -----

// Both branches of an if; a call's result through the callee; what an
// external function gives is taken to be finite, as inputs are.
// CHECK: argument 0: [0, 1]; f16 fits
// CHECK: math.sqrt result 0: [0, 1]
// CHECK: scf.if result 0: [-2, 1] reaches [-2, 1]
// CHECK: func.call result 0: [0, 1]
// CHECK: func.call result 0: unknown; f16 open
func.func private @root(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.sqrt %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @branches(%x: tensor<4xf32> {amp.range = array<f64: 0.0, 1.0>}, %c: i1) {
  %two = arith.constant dense<-2.0> : tensor<4xf32>
  %0 = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %two : tensor<4xf32>
  }
  %1 = func.call @root(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = func.call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// A loop that keeps its range converges; one that grows is widened to what can
// still be said, and the analysis ends.
// CHECK: scf.for result 0: [-1, 1]
// CHECK: scf.for result 0: [0, inf]
// CHECK: arith.addf result 0: [1, inf]
// CHECK: scf.while result 0: unknown
func.func @loops(%x: tensor<4xf32> {amp.range = array<f64: -1.0, 1.0>}, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.tanh %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> tensor<4xf32> {
    %t = arith.addf %a, %one : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  %2 = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %t = arith.addf %a, %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return
}

// -----

// Blocks with arguments.
// CHECK: arith.negf result 0: [-3, 3]
func.func @blocks(%x: tensor<4xf32> {amp.range = array<f64: -1.0, 1.0>},
                  %y: tensor<4xf32> {amp.range = array<f64: -3.0, 3.0>}, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a(%x : tensor<4xf32>), ^a(%y : tensor<4xf32>)
^a(%z: tensor<4xf32>):
  %0 = arith.negf %z : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A body that computes what it yields is evaluated; a pack adds its padding.
// CHECK: tensor.generate result 0: [-3e+38, -3e+38]
// CHECK: tensor.pad result 0: [-3e+38, 1] reaches [-3e+38, 1]; f16 overflow
// CHECK: linalg.pack result 0: [0, 1e+06] reaches [0, 1e+06]; f16 overflow
// CHECK: linalg.unpack result 0: [0, 1e+06] reaches [0, 1e+06]; f16 overflow
func.func @bodies(%x: tensor<60x64xf32> {amp.range = array<f64: 0.0, 1.0>}, %i: i1) {
  %low = arith.constant -1.5e38 : f32
  %big = arith.constant 1.0e6 : f32
  %0 = tensor.generate {
  ^bb0(%a: index):
    %sum = arith.addf %low, %low : f32
    tensor.yield %sum : f32
  } : tensor<8xf32>
  %1 = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    %sum = arith.addf %low, %low : f32
    tensor.yield %sum : f32
  } : tensor<60x64xf32> to tensor<60x66xf32>
  %e = tensor.empty() : tensor<4x64x16x1xf32>
  %2 = linalg.pack %x padding_value(%big : f32) inner_dims_pos = [0, 1] inner_tiles = [16, 1] into %e : tensor<60x64xf32> -> tensor<4x64x16x1xf32>
  %f = tensor.empty() : tensor<60x64xf32>
  %3 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [16, 1] into %f : tensor<4x64x16x1xf32> -> tensor<60x64xf32>
  return
}

// -----

// Vectors are made of scalars and moved; a maximum is one of what it reads.
// CHECK: vector.broadcast result 0: [0, 1]
// CHECK: vector.insert result 0: [0, 1e+06] reaches [0, 1e+06]
// CHECK: vector.transpose result 0: [0, 1e+06] reaches [0, 1e+06]; f16 overflow; bf16 fits
// CHECK: vector.multi_reduction result 0: [0, 1e+06] reaches [0, 1e+06]
func.func @vectors(%x: f32 {amp.range = array<f64: 0.0, 1.0>}) {
  %big = arith.constant 1.0e6 : f32
  %0 = vector.broadcast %x : f32 to vector<4x8xf32>
  %1 = vector.insert %big, %0[0, 0] : f32 into vector<4x8xf32>
  %2 = vector.transpose %1, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %acc = vector.broadcast %x : f32 to vector<8xf32>
  %3 = vector.multi_reduction <maximumf>, %2, %acc [1] : vector<8x4xf32> to vector<8xf32>
  return
}
