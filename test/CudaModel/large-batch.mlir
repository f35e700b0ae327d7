// A kernel without tiles numbers all its outputs: in 32 bits, the last of these
// came to lie in front of the buffer.
// RUN: amp-compile %s --target=cuda:sm_80 --kernels=llvm -o %t.so 2>&1 | FileCheck %s

// CHECK: large-batch.mlir:[[@LINE+6]]:8: warning: runs without tensor cores (reduction, 1 threads a result): expected buffers of a GPU kernel with fewer than 2^31 elements, got an offset of 4294967295
func.func @main(%a: tensor<1048576x64x8xi32>, %b: tensor<1048576x8x64xi32>) -> tensor<1048576x64x64xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1048576x64x64xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<1048576x64x64xi32>) -> tensor<1048576x64x64xi32>
  // No tensor core multiplies these.
  %r = linalg.batch_matmul ins(%a, %b : tensor<1048576x64x8xi32>, tensor<1048576x8x64xi32>) outs(%f : tensor<1048576x64x64xi32>) -> tensor<1048576x64x64xi32>
  return %r : tensor<1048576x64x64xi32>
}
