// Functions and calls that ask not to be inlined are all the same: the host calls
// nothing but the runtime.
// RUN: amp-opt %s --amp-to-nvvm="chip=sm_80 format=llvm" | FileCheck %s
// CHECK: amp.model = {{.*}}kernels = 1 : i64{{.*}}launches = 1 : i64
// CHECK-NOT: @twice
func.func private @twice(%x: tensor<8x16xf32>) -> tensor<8x16xf32> attributes {no_inline} {
  %0 = arith.addf %x, %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
func.func private @squared(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = arith.mulf %x, %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = call @twice(%x) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = func.call @squared(%0) {no_inline} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
