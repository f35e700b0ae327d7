// A contraction that starts from a view of a fill reads nothing for it: the
// activations are one input, read, and the result, written, 2 x 64 x 64 values
// (the other input is a weight).
// RUN: amp-opt %s --amp-autocast="f16 report=%t.json" -o /dev/null
// RUN: FileCheck %s < %t.json
// CHECK: "activations_before": 32768

func.func @f(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
  %v = tensor.expand_shape %z [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %s = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
