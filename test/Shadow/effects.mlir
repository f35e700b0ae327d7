// What only others define keeps its name, and is called by both sides; what
// writes a buffer of both sides is refused.
// RUN: split-file %s %t
// RUN: amp-opt --amp-shadow=f16 %t/external.mlir | FileCheck %s
// RUN: amp-opt --amp-shadow=f16 --verify-diagnostics %t/written.mlir

// CHECK: func.func private @outside(tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NOT: @outside_
// CHECK-COUNT-2: call @outside(
// CHECK-NOT: @outside_

//--- external.mlir
func.func private @outside(tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = call @outside(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

//--- written.mlir
func.func private @writes(%p: tensor<64x64xf32>, %m: memref<64x64xf32>) {
  // An allocation of its own each side has.
  %own = memref.alloc() : memref<64x64xf32>
  bufferization.materialize_in_destination %p in restrict writable %own : (tensor<64x64xf32>, memref<64x64xf32>) -> ()
  // expected-error @below {{writes a buffer that its function did not allocate: the low side would write it, too}}
  bufferization.materialize_in_destination %p in restrict writable %m : (tensor<64x64xf32>, memref<64x64xf32>) -> ()
  return
}
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %m: memref<64x64xf32>) -> tensor<64x64xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  call @writes(%p, %m) : (tensor<64x64xf32>, memref<64x64xf32>) -> ()
  return %p : tensor<64x64xf32>
}
