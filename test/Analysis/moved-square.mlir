// A sum reads a square as it is, though its size is known and a product reads it
// rounded, also where it was moved since.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 --amp-autocast=f16 | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: @moved
// CHECK: %[[SQUARE:.*]] = arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: %[[LOW:.*]] = arith.truncf %[[SQUARE]]
// CHECK: linalg.matmul ins(%[[LOW]],
// CHECK: tensor.collapse_shape %[[SQUARE]]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<32x128xf32>)
func.func @moved(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %o: tensor<64x64xf32>, %z: tensor<32xf32>) -> (tensor<32xf32>, tensor<64x64xf32>) {
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %p : tensor<64x64xf32>
  %s = arith.mulf %t, %t : tensor<64x64xf32>
  %q = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
  %f = tensor.collapse_shape %s [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %v = tensor.expand_shape %f [[0, 1]] output_shape [32, 128] : tensor<4096xf32> into tensor<32x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%v : tensor<32x128xf32>) outs(%z : tensor<32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %b, %a : f32
    linalg.yield %c : f32
  } -> tensor<32xf32>
  return %r, %q : tensor<32xf32>, tensor<64x64xf32>
}
