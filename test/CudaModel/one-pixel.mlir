// A convolution whose channels are padded runs on tensor cores where one pixel comes out
// too: the filter's cast has as many iterations, and would have become part of one kernel.
// RUN: amp-opt %s --amp-autocast=f16 --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: contraction_0: {{.*}} mma.sync.m16n8k16.f32.f16,{{.*}} copies of 16 and 16 bytes
func.func @main(%a: tensor<1x7x5x5xf32>, %b: tensor<64x7x5x5xf32>) -> tensor<1x64x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x1x1xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x1x1xf32>) -> tensor<1x64x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%a, %b : tensor<1x7x5x5xf32>, tensor<64x7x5x5xf32>) outs(%i : tensor<1x64x1x1xf32>) -> tensor<1x64x1x1xf32>
  return %0 : tensor<1x64x1x1xf32>
}
