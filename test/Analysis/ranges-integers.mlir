// RUN: amp-opt %s --amp-print-ranges -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Indices and integers that become floats: MLIR knows what integer ops make,
// and loops what counts them.
// CHECK: sitofp result 0: [0, 511] reaches [0, 511]; f16 fits; bf16 inexact-integers
// CHECK: sitofp result 0: [0, 100000] reaches [0, 100000]; f16 overflow
// CHECK: sitofp result 0: [100, inf] reaches [100, 1022]; f16 open
// CHECK: sitofp result 0: [0, inf]; f16 open; bf16 open
#min = affine_map<(d0) -> (d0 * 512, 100000)>
#max = affine_map<(d0)[s0] -> (d0 * 2, s0 + 100)>
func.func @loops(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c512 = index.constant 512
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  scf.for %i = %c0 to %c512 step %c3 {
    %0 = arith.index_cast %i : index to i32
    %counted = arith.sitofp %0 : i32 to f32
    %1 = affine.min #min(%i)
    %2 = arith.index_cast %1 : index to i32
    %least = arith.sitofp %2 : i32 to f32
    %3 = affine.max #max(%i)[%n]
    %4 = arith.index_castui %3 : index to i64
    %greatest = arith.sitofp %4 : i64 to f32
    scf.for %j = %i to %n step %c3 {
      %5 = arith.index_cast %j : index to i64
      %open = arith.sitofp %5 : i64 to f32
    }
  }
  return
}

// -----

// CHECK: sitofp result 0: [0, 523265] reaches [0, 523265]
// CHECK: sitofp result 0: [0, 1534] reaches [0, 1534]
// CHECK: sitofp result 0: [0, 31] reaches [0, 31]
// CHECK: sitofp result 0: [0, 15] reaches [0, 15]
// CHECK: sitofp result 0: [0, 2555] reaches [0, 2555]
func.func @parallel() {
  scf.forall (%i, %j) in (512, 1024) {
    %0 = affine.apply affine_map<(d0, d1) -> (d0 * 1022 + d1)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %applied = arith.sitofp %1 : i32 to f32
    %2 = index.add %i, %j
    %3 = arith.index_cast %2 : index to i32
    %sum = arith.sitofp %3 : i32 to f32
    %4:2 = affine.delinearize_index %j into (32, 16) : index, index
    %5 = arith.index_cast %4#0 : index to i32
    %outer = arith.sitofp %5 : i32 to f32
    %6 = arith.index_cast %4#1 : index to i32
    %inner = arith.sitofp %6 : i32 to f32
    %7 = affine.linearize_index [%4#0, %4#1, %i] by (32, 16, 4) : index
    %8 = arith.index_cast %7 : index to i32
    %line = arith.sitofp %8 : i32 to f32
  }
  return
}

// -----

// Data is taken to be of order one, of any type but bytes; bits that are chosen
// and shifts are not.
// CHECK: sitofp result 0: [-999, 999] reaches [0, 1]
// CHECK: sitofp result 0: [0, 255] reaches [0, 255]
// CHECK: sitofp result 0: [100, inf];
// CHECK: sitofp result 0: [1.04858e+06, 1.04858e+06]
// CHECK: uitofp result 0: [4.29497e+09, 4.29497e+09]; f16 overflow
// CHECK: uitofp result 0: [0, 255] reaches [0, 255]
// CHECK: uitofp result 0: unknown reaches [0, 1]
func.func @integers(%x: tensor<4xi32>, %b: tensor<4xi8>) {
  %c1000 = arith.constant dense<1000> : tensor<4xi32>
  %c100 = arith.constant dense<100> : tensor<4xi32>
  %0 = arith.remsi %x, %c1000 : tensor<4xi32>
  %remainder = arith.sitofp %0 : tensor<4xi32> to tensor<4xf32>
  %1 = arith.extui %b : tensor<4xi8> to tensor<4xi32>
  %byte = arith.sitofp %1 : tensor<4xi32> to tensor<4xf32>
  %2 = arith.maxsi %x, %c100 : tensor<4xi32>
  %greater = arith.sitofp %2 : tensor<4xi32> to tensor<4xf32>
  %c20 = arith.constant 20 : i32
  %c1 = arith.constant 1 : i32
  %3 = arith.shli %c1, %c20 : i32
  %shifted = arith.sitofp %3 : i32 to f32
  %m1 = arith.constant -1 : i32
  %unsigned = arith.uitofp %m1 : i32 to f32
  %bytes = arith.constant dense<[0, 200]> : tensor<2xi8>
  %image = arith.uitofp %bytes : tensor<2xi8> to tensor<2xf32>
  %data = arith.uitofp %x : tensor<4xi32> to tensor<4xf32>
  return
}

// -----

// In a body, too; and the bits of a constant.
// CHECK: linalg.generic result 0: [0, 8.17462e+06] reaches [0, 8.17462e+06]; f16 overflow
// CHECK: arith.bitcast result 0: [1.70141e+38, 1.70141e+38]; f16 overflow
// CHECK: arith.bitcast result 0: unknown or -inf
func.func @bodies(%o: tensor<16x512xf32>, %x: i32) {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%o : tensor<16x512xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %1 = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1)>(%i, %j)
    %2 = arith.index_castui %1 : index to i32
    %c998 = arith.constant 998 : i32
    %3 = arith.muli %2, %c998 : i32
    %4 = arith.sitofp %3 : i32 to f32
    linalg.yield %4 : f32
  } -> tensor<16x512xf32>
  %5 = arith.constant 0x7F000000 : i32
  %6 = arith.bitcast %5 : i32 to f32
  %7 = arith.bitcast %x : i32 to f32
  return
}

// -----

// A byte is a quantised number or a pixel, which takes all values, and so may
// sums of their products be as large as they can; wider integers are masks.
// CHECK: sitofp result 0: [-1.04038e+06, 1.04858e+06] reaches [-1.04038e+06, 1.04858e+06]; f16 overflow; bf16 inexact-integers
// CHECK: uitofp result 0: [0, 255] reaches [0, 255]; f16 fits; bf16 fits
// CHECK: sitofp result 0: unknown reaches [0, 1]; f16 open; bf16 open
func.func @bytes(%a: tensor<8x64xi8>, %b: tensor<64x8xi8>, %c: tensor<8x8xi32>) {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %i = linalg.fill ins(%z : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x64xi8>, tensor<64x8xi8>) outs(%i : tensor<8x8xi32>) -> tensor<8x8xi32>
  %1 = arith.sitofp %0 : tensor<8x8xi32> to tensor<8x8xf32>
  %2 = arith.uitofp %a : tensor<8x64xi8> to tensor<8x64xf32>
  %3 = arith.sitofp %c : tensor<8x8xi32> to tensor<8x8xf32>
  return
}

// -----

// Quantised weights are as large as they are, in a resource as inline; one whose
// data is elsewhere is as large as its type.
// CHECK: sitofp result 0: [-7, 5] reaches [-7, 5]; f16 fits; bf16 fits
// CHECK: uitofp result 0: [3, 120] reaches [3, 120]; f16 fits; bf16 fits
// CHECK: sitofp result 0: [-300, 1000] reaches [-300, 1000]; f16 fits; bf16 inexact-integers
// CHECK: sitofp result 0: [-128, 127] reaches [-128, 127]; f16 fits; bf16 fits
func.func @resources() {
  %0 = arith.constant dense_resource<bytes> : tensor<4xi8>
  %1 = arith.sitofp %0 : tensor<4xi8> to tensor<4xf32>
  %2 = arith.constant dense_resource<positive> : tensor<3xi8>
  %3 = arith.uitofp %2 : tensor<3xi8> to tensor<3xf32>
  %4 = arith.constant dense_resource<words> : tensor<2xi32>
  %5 = arith.sitofp %4 : tensor<2xi32> to tensor<2xf32>
  %6 = arith.constant dense_resource<elsewhere> : tensor<4xi8>
  %7 = arith.sitofp %6 : tensor<4xi8> to tensor<4xf32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      bytes: "0x04000000F9050003",
      positive: "0x01000000037805",
      words: "0x04000000D4FEFFFFE8030000"
    }
  }
#-}
