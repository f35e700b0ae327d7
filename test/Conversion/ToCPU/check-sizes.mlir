// Sizes that only a run tells are multiplied by the runtime, which looks.
// RUN: amp-opt %s --amp-cpu-check-sizes | FileCheck %s

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[M:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[KNOWN:.*]] = arith.constant 6 : i64
// CHECK: %[[M64:.*]] = arith.index_cast %[[M]] : index to i64
// CHECK: %[[B:.*]] = call @amp_cpu_grow(%[[KNOWN]], %[[M64]])
// CHECK: %[[N64:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: call @amp_cpu_grow(%[[B]], %[[N64]])
// CHECK-NEXT: memref.alloc(%[[M]], %[[N]]) : memref<?x3x?xf16>
// CHECK-NOT: amp_cpu_grow
// CHECK: memref.alloc() : memref<4xf32>
func.func @sizes(%m: index, %n: index) -> (memref<?x3x?xf16>, memref<4xf32>) {
  %0 = memref.alloc(%m, %n) : memref<?x3x?xf16>
  %1 = memref.alloc() : memref<4xf32>
  return %0, %1 : memref<?x3x?xf16>, memref<4xf32>
}
