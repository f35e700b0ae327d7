// Divisions and shifts of integers that MLIR leaves undefined have XLA's values, on vectors
// and indices as well; those by other constants stay.
// RUN: amp-opt %s --amp-define-divisions | FileCheck %s

// CHECK-LABEL: func @signed(%arg0: i32, %arg1: i32)
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[BYZERO:.*]] = arith.cmpi eq, %arg1, %[[ZERO]] : i32
// CHECK: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK: %[[ISLEAST:.*]] = arith.cmpi eq, %arg0, %[[LEAST]] : i32
// CHECK: %[[MINUSONE:.*]] = arith.constant -1 : i32
// CHECK: %[[BYMINUSONE:.*]] = arith.cmpi eq, %arg1, %[[MINUSONE]] : i32
// CHECK: %[[OVERFLOWS:.*]] = arith.andi %[[ISLEAST]], %[[BYMINUSONE]] : i1
// CHECK: %[[EITHER:.*]] = arith.ori %[[BYZERO]], %[[OVERFLOWS]] : i1
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[DIVISOR:.*]] = arith.select %[[EITHER]], %[[ONE]], %arg1 : i32
// CHECK: %[[ALLBITS:.*]] = arith.constant -1 : i32
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %arg0, %[[DIVISOR]] : i32
// CHECK: arith.select %[[BYZERO]], %[[ALLBITS]], %[[QUOTIENT]] : i32
// CHECK: %[[REMAINDER:.*]] = arith.remsi %arg0, %{{.*}} : i32
// CHECK: arith.select %{{.*}}, %arg0, %[[REMAINDER]] : i32
func.func @signed(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.divsi %x, %y : i32
  %1 = arith.remsi %x, %y : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func @unsigned
// CHECK-NOT: arith.andi
// CHECK: arith.remui %arg0, %{{.*}} : vector<4xi8>
// CHECK: arith.select %{{.*}}, %arg0, %{{.*}} : vector<4xi1>, vector<4xi8>
// CHECK: index.ceildivu %arg2, %{{.*}}
// CHECK: arith.select %{{.*}} : index
func.func @unsigned(%x: vector<4xi8>, %y: vector<4xi8>, %i: index, %j: index)
    -> (vector<4xi8>, index) {
  %0 = arith.remui %x, %y : vector<4xi8>
  %1 = index.ceildivu %i, %j
  return %0, %1 : vector<4xi8>, index
}

// CHECK-LABEL: func @constants
// CHECK-COUNT-2: arith.select
// CHECK-NOT: arith.select
func.func @constants(%x: i64, %i: index) -> (i64, i64, index) {
  %seven = arith.constant 7 : i64
  %none = arith.constant -1 : i64
  %two = index.constant 2
  %0 = arith.floordivsi %x, %seven : i64
  %1 = arith.divsi %0, %none : i64
  %2 = index.divs %i, %two
  return %0, %1, %2 : i64, i64, index
}

// CHECK-LABEL: func @shifts
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %arg1, %[[LAST:.*]] : vector<4xi32>
// CHECK: %[[BY:.*]] = arith.select %[[FITS]], %arg1, %[[LAST]]
// CHECK: %[[LEFT:.*]] = arith.shli %arg0, %[[BY]]
// CHECK: arith.select %[[FITS]], %[[LEFT]], %{{.*}} : vector<4xi1>, vector<4xi32>
// CHECK: arith.shrsi %arg0, %{{.*}} : vector<4xi32>
// CHECK-NOT: arith.select
// CHECK: arith.shrui %{{.*}}, %c3{{.*}} : i32
// CHECK: %[[NONE:.*]] = arith.select
// CHECK: index.shru %{{.*}}, %[[NONE]]
func.func @shifts(%x: vector<4xi32>, %n: vector<4xi32>, %a: i32, %i: index)
    -> (vector<4xi32>, vector<4xi32>, i32, index) {
  %0 = arith.shli %x, %n : vector<4xi32>
  %1 = arith.shrsi %x, %n : vector<4xi32>
  %c3 = arith.constant 3 : i32
  %2 = arith.shrui %a, %c3 : i32
  %3 = index.shru %i, %i
  return %0, %1, %2, %3 : vector<4xi32>, vector<4xi32>, i32, index
}
