// The entry takes arrays of pointers and the body of the function it stands for;
// results are copied out and freed, together: they may be one buffer. An error does not print the module.
// RUN: amp-opt %s --amp-cpu-entry=entry=model | FileCheck %s
// RUN: not amp-opt %s --amp-cpu-entry=entry=other -o %t 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=memref.copy

// ERROR: entry.mlir:{{.*}}: error: expected a function 'other' with a body

// CHECK-NOT: @model(
// CHECK: func.func @amp_model_entry(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK: %[[RESULT:.*]] = memref.alloc()
// CHECK: memref.copy %[[RESULT]], %{{.*}} : memref<4xf32> to memref<4xf32>
// CHECK: bufferization.dealloc (%[[RESULT]] : memref<4xf32>) if
// CHECK: return %{{.*}} : i32
func.func @model(%x: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
