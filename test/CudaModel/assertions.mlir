// An assertion outside of kernels is the host's, in its place among launches: it reads
// what a kernel computes, and one that does not hold ends the run.
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s
// CHECK-DAG:   llvm.mlir.global internal constant @[[TEXT:amp_model_message_0]]("not p\00")
// CHECK-LABEL: llvm.func @amp_model_entry(
// CHECK:         %[[P:.*]] = llvm.call @amp_cuda_read
// CHECK:         %[[BIT:.*]] = llvm.trunc %[[P]] : i64 to i1
// CHECK:         %[[HOLDS:.*]] = llvm.zext %[[BIT]] : i1 to i32
// CHECK:         llvm.call @amp_cuda_assert(%{{.*}}, %[[HOLDS]], %{{.*}}) : (!llvm.ptr, i32, !llvm.ptr) -> ()
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  cf.assert %c, "not p"
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
