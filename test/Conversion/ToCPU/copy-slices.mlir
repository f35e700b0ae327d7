// A slice that a function takes or returns is copied where its type leaves open
// how long its rows are; where rows are known to follow each other nothing is.
// RUN: amp-opt %s --amp-cpu-copy-slices | FileCheck %s
// RUN: amp-opt %s --amp-cpu-copy-slices | FileCheck %s --check-prefix=COUNT

// COUNT-COUNT-4: memref.copy
// COUNT-NOT: memref.copy

// CHECK-LABEL: func.func private @returned(
// CHECK-SAME: %[[ARG:.*]]: memref<?x?xf32>
// CHECK: %[[SLICE:.*]] = memref.subview %[[ARG]]
// CHECK: %[[ROWS:.*]] = memref.dim %[[SLICE]], %c0
// CHECK: %[[COLUMNS:.*]] = memref.dim %[[SLICE]], %c1
// CHECK: %[[COPY:.*]] = memref.alloc(%[[ROWS]], %[[COLUMNS]]) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK: memref.copy %[[SLICE]], %[[COPY]]
// CHECK: return %[[COPY]]
func.func private @returned(%a: memref<?x?xf32>, %m: index, %n: index)
    -> memref<?x?xf32> {
  %s = memref.subview %a[0, 0] [%m, %n] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %c = memref.cast %s : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  return %c : memref<?x?xf32>
}

// The row is known to hold six, what is taken of it may be less.
// CHECK-LABEL: func.func private @part_of_known_row(
// CHECK: memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf32>
// CHECK: memref.copy
func.func private @part_of_known_row(
    %s: memref<?x?xf32, strided<[6, 1]>>) -> memref<?x?xf32> {
  %c = memref.cast %s : memref<?x?xf32, strided<[6, 1]>> to memref<?x?xf32>
  return %c : memref<?x?xf32>
}

// CHECK-LABEL: func.func private @given(
// CHECK: %[[COPY:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<4x?xf32>
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: call @take(%[[COPY]])
func.func private @given(%s: memref<?x?xf32, strided<[?, 1]>>) {
  %c = memref.cast %s : memref<?x?xf32, strided<[?, 1]>> to memref<4x?xf32>
  call @take(%c) : (memref<4x?xf32>) -> ()
  return
}
func.func private @take(memref<4x?xf32>)

// Every other element.
// CHECK-LABEL: func.func private @skipping(
// CHECK: memref.copy
func.func private @skipping(%s: memref<?xf32, strided<[?]>>) -> memref<?xf32> {
  %c = memref.cast %s : memref<?xf32, strided<[?]>> to memref<?xf32>
  return %c : memref<?xf32>
}

// CHECK-LABEL: func.func private @whole_rows(
// CHECK-NOT: memref.alloc
// CHECK-COUNT-3: memref.cast
func.func private @whole_rows(%a: memref<?x8xf32, strided<[8, 1]>>,
                              %b: memref<1x?xf32, strided<[?, 1]>>,
                              %c: memref<4x6xf32>)
    -> (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) {
  %0 = memref.cast %a : memref<?x8xf32, strided<[8, 1]>> to memref<?x?xf32>
  %1 = memref.cast %b : memref<1x?xf32, strided<[?, 1]>> to memref<?x?xf32>
  %2 = memref.cast %c : memref<4x6xf32> to memref<?x?xf32>
  return %0, %1, %2 : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>
}

// A layout that stays a slice's is no claim about rows.
// CHECK-LABEL: func.func private @still_a_slice(
// CHECK: memref.cast
func.func private @still_a_slice(%s: memref<4x?xf32, strided<[?, 1]>>)
    -> memref<?x?xf32, strided<[?, 1]>> {
  %c = memref.cast %s : memref<4x?xf32, strided<[?, 1]>>
      to memref<?x?xf32, strided<[?, 1]>>
  return %c : memref<?x?xf32, strided<[?, 1]>>
}
