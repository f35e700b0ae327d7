// A body that calls a function computes in the function's types, also where
// bodies are to compute low.
// RUN: amp-opt %s --amp-autocast="f16 compute=low" | FileCheck %s
#map = affine_map<(i, j) -> (i, j)>
// CHECK: %[[HIGH:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: func.call @scalar(%[[HIGH]]) : (f32) -> f32
func.func private @scalar(f32) -> f32
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = func.call @scalar(%a) : (f32) -> f32
    linalg.yield %k : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%g, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
