// A kernel of calls that are neither equal nor an attention has no code.
// RUN: not amp-opt %s --amp-to-nvvm="sm_80 format=llvm" 2>&1 | FileCheck %s

func.func private @double(%x: tensor<64xf32>) -> tensor<64xf32> attributes {amp.kernel} {
  %0 = arith.addf %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func private @square(%x: tensor<64xf32>) -> tensor<64xf32> attributes {amp.kernel} {
  %0 = arith.mulf %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
// CHECK: invalid-calls.mlir:[[#@LINE+1]]:1: error: expected the calls in a kernel to be equal ones side by side, or those of an attention
func.func private @both(%x: tensor<64xf32>) -> tensor<64xf32> attributes {amp.kernel} {
  %0 = call @double(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = call @square(%0) : (tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = call @both(%x) : (tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
