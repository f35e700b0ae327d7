// A profile keeps the last layer in f32 because low is dear there.
// RUN: amp-opt --amp-autocast="f16 profile=%S/profile.json" %s | FileCheck %s
// CHECK-LABEL: func.func @layer
// CHECK: linalg.matmul ins({{.*}} : tensor<256x512xf16>, tensor<512x512xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<256x512xf32>, tensor<512x512xf32>)
func.func @layer(%x: tensor<256x512xf32>, %w: tensor<512x512xf32>)
    -> tensor<256x512xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x512xf32>)
      -> tensor<256x512xf32>
  %product = linalg.matmul ins(%x, %w : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  %result = linalg.matmul ins(%product, %w : tensor<256x512xf32>, tensor<512x512xf32>)
      outs(%init : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %result : tensor<256x512xf32>
}
