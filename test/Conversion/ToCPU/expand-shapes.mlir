// A dimension that becomes several of unknown size is a view with strides of its
// own; upstream splits those with one unknown size.
// RUN: amp-opt %s --amp-cpu-expand-shapes | FileCheck %s
// RUN: amp-opt %s --amp-cpu-expand-shapes --expand-strided-metadata \
// RUN:   | FileCheck %s --check-prefix=GONE

// GONE-NOT: memref.expand_shape

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32, {{.*}}>, %[[B:.*]]: index, %[[S:.*]]: index
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[OUTER:.*]] = arith.muli %[[STRIDES]]#0, %[[S]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]],
// CHECK-SAME: sizes: [%[[B]], %[[S]], 8], strides: [%[[OUTER]], %[[STRIDES]]#0, 1]
func.func @slice(%x: memref<?x8xf32, strided<[?, 1], offset: ?>>, %b: index,
                 %s: index)
    -> memref<?x?x8xf32, strided<[?, ?, 1], offset: ?>> {
  %0 = memref.expand_shape %x [[0, 1], [2]] output_shape [%b, %s, 8]
      : memref<?x8xf32, strided<[?, 1], offset: ?>>
      into memref<?x?x8xf32, strided<[?, ?, 1], offset: ?>>
  return %0 : memref<?x?x8xf32, strided<[?, ?, 1], offset: ?>>
}

// Sizes that are known are computed with, known strides are stated.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[B:.*]]: index, %[[S:.*]]: index
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[MIDDLE:.*]] = arith.muli %[[STRIDES]]#0, %[[FOUR]]
// CHECK: %[[OUTER:.*]] = arith.muli %[[MIDDLE]], %[[S]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0],
// CHECK-SAME: sizes: [%[[B]], %[[S]], 4, 2, 4], strides: [%[[OUTER]], 32, 8, 4, 1]
func.func @whole(%x: memref<?x8xf32>, %b: index, %s: index)
    -> memref<?x?x4x2x4xf32> {
  %0 = memref.expand_shape %x [[0, 1, 2], [3, 4]] output_shape [%b, %s, 4, 2, 4]
      : memref<?x8xf32> into memref<?x?x4x2x4xf32>
  return %0 : memref<?x?x4x2x4xf32>
}

// CHECK-LABEL: func.func @one_unknown(
// CHECK: memref.expand_shape
func.func @one_unknown(%x: memref<?x8xf32>, %b: index) -> memref<?x4x8xf32> {
  %0 = memref.expand_shape %x [[0, 1], [2]] output_shape [%b, 4, 8]
      : memref<?x8xf32> into memref<?x4x8xf32>
  return %0 : memref<?x4x8xf32>
}
