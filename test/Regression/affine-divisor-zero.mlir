// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// MLIR's integer ranges divide by a divisor's least value, and ended the process
// where that is zero: nothing is known of such maps. Found in a mutant of a
// module of mlir-extensions' tests.

// CHECK: sitofp result 0: unknown
// CHECK: sitofp result 0: unknown
// CHECK: sitofp result 0: unknown
// CHECK: sitofp result 0: [0, 256]
func.func @divided(%n: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %m = arith.index_cast %n : i8 to index
  scf.for %i = %c0 to %c512 step %c1 {
    %0 = affine.apply affine_map<(d)[s] -> (d ceildiv s)>(%i)[%c0]
    %1 = arith.index_cast %0 : index to i64
    %by_zero = arith.sitofp %1 : i64 to f32
    %2 = affine.apply affine_map<(d)[s] -> (d floordiv s + d mod s)>(%i)[%m]
    %3 = arith.index_cast %2 : index to i64
    %by_some = arith.sitofp %3 : i64 to f32
    %4 = affine.min affine_map<(d)[s] -> (d mod s, d)>(%i)[%c0]
    %5 = arith.index_cast %4 : index to i64
    %least = arith.sitofp %5 : i64 to f32
    %6 = affine.apply affine_map<(d) -> (d ceildiv 2)>(%i)
    %7 = arith.index_cast %6 : index to i64
    %by_two = arith.sitofp %7 : i64 to f32
  }
  return
}
