// Host code: one call a step, tables beside it, buffers that share memory.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s

// Three buffers of 4 KiB, of which two live at a time; the last is the result's.
// CHECK: module attributes {amp.model = {arena_bytes = 8192 : i64, bytes_without_reuse = 12288 : i64, constant_bytes = 0 : i64, kernels = 2 : i64, launch_bytes = 35840 : i64, launches = 4 : i64}
// CHECK-LABEL: llvm.func @amp_model_entry(
// CHECK:         llvm.call @amp_cuda_begin
// CHECK-COUNT-4: llvm.call @amp_cuda_launch
// CHECK:         %[[S:.*]] = llvm.call @amp_cuda_finish
// CHECK:         llvm.return %[[S]]
// CHECK:       gpu.binary @amp_kernels
// CHECK:       llvm.mlir.global external constant @amp_cuda_words
func.func @main(%x: tensor<64x16xf32>, %w: tensor<16x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x16xf32>, tensor<16x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x16xf32>, tensor<16x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x16xf32>, tensor<16x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  %3 = linalg.softmax dimension(1) ins(%2 : tensor<64x16xf32>) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %3 : tensor<64x16xf32>
}
