// What amp-cpu-mask-rows annotates is still annotated in the LLVM dialect, and it
// runs where the pipeline is asked for it.
// RUN: amp-opt %s --amp-to-cpu="mask-rows=true" | FileCheck %s
// RUN: amp-opt %s --amp-to-cpu | FileCheck %s --check-prefix=NONE

// CHECK: llvm.func internal @amp_kernel
// CHECK: llvm.br {{.*}}loop_annotation = #
// NONE-NOT: loop_annotation
func.func @main(%x: tensor<1x8x16x16xf32>, %w: tensor<8x3x3xf32>) -> tensor<1x8x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x8x16x16xf32>, tensor<8x3x3xf32>)
    outs(%f : tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32>
  return %0 : tensor<1x8x14x14xf32>
}
