// A weight that is cast and repeated for each batch is cast once and read by all of
// them: nothing of the repeated size is written.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[W:.*]] = call @pointwise_0(%arg1) : (tensor<32x64xf32>) -> tensor<32x64xf16>
// CHECK: call @contraction_0(%arg0, %[[W]]) : (tensor<4x16x32xf16>, tensor<32x64xf16>) -> tensor<4x16x64xf32>
func.func @main(%x: tensor<4x16x32xf16>, %w: tensor<32x64xf32>) -> tensor<4x16x64xf32> {
  %e = tensor.empty() : tensor<4x32x64xf16>
  %b = linalg.generic {indexing_maps = [affine_map<(b, k, n) -> (k, n)>, affine_map<(b, k, n) -> (b, k, n)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<32x64xf32>) outs(%e : tensor<4x32x64xf16>) {
  ^bb0(%a: f32, %o: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<4x32x64xf16>
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<4x16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  %0 = linalg.batch_matmul ins(%x, %b : tensor<4x16x32xf16>, tensor<4x32x64xf16>) outs(%f : tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
  return %0 : tensor<4x16x64xf32>
}
