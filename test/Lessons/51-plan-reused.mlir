// The precision plan of a training run could not be used again: a plan is a file that
// can be written, edited and applied (TensorRT issue 4662).
// RUN: amp-opt --amp-autocast="f16 save-plan=%t.plan" %s -o %t.1
// RUN: amp-opt --amp-autocast="f16 assign=greedy plan=%t.plan" %s | diff %t.1 -
// RUN: echo "amp-plan 1 f32 f16" > %t.edited
// RUN: echo "@f/linalg.matmul#1: high" >> %t.edited
// RUN: amp-opt --amp-autocast="f16 plan=%t.edited" %s | FileCheck %s

// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
