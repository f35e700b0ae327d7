// A constant of one number is read as it is by all: read high by a product and
// rounded by the difference behind it, alpha * exp(x) - alpha was 4.1e-4 at zero
// (found by the node tests of ONNX: Selu).
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast='bf16 assign=greedy' | FileCheck %s

#s = affine_map<(d0, d1) -> ()>
#i = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @selu
// CHECK: arith.constant dense<1.67326319> : tensor<f32>
// CHECK-NOT: tensor<f16>
// CHECK-NOT: tensor<bf16>
// CHECK: return
func.func @selu(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %alpha = arith.constant dense<1.67326319> : tensor<f32>
  %e0 = tensor.empty() : tensor<4x4xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %x = linalg.matmul ins(%a, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.generic {indexing_maps = [#s, #i, #i], iterator_types = ["parallel", "parallel"]} ins(%alpha, %e : tensor<f32>, tensor<4x4xf32>) outs(%e0 : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %d = linalg.generic {indexing_maps = [#i, #s, #i], iterator_types = ["parallel", "parallel"]} ins(%m, %alpha : tensor<4x4xf32>, tensor<f32>) outs(%e0 : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.subf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %y = linalg.matmul ins(%d, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
