// Rotary and sinusoidal positions: an angle of 1000 radians, rounded to f16, is
// off by a quarter of one. Sines and cosines read f32; what they give may be low.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s -DT=f16
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @rotary
// CHECK: %[[A:.+]] = linalg.generic {{.*}} outs({{.*}} : tensor<2048x64xf32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<2048x64xf32>) outs({{.*}} : tensor<2048x64x[[T]]>)
// CHECK: %[[C:.+]] = math.cos %{{.*}} : f32
// CHECK: arith.truncf %[[C]] {{.*}} : f32 to [[T]]
// CHECK: linalg.matmul ins({{.*}} : tensor<2048x64x[[T]]>, tensor<64x64x[[T]]>)
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @rotary(%frequencies: tensor<64xf32>, %w: tensor<64x64xf32>, %c: tensor<2048x64xf32>) -> tensor<2048x64xf32> {
  %e = tensor.empty() : tensor<2048x64xf32>
  %angles = linalg.generic {indexing_maps = [#col, #id], iterator_types = ["parallel", "parallel"]} ins(%frequencies : tensor<64xf32>) outs(%e : tensor<2048x64xf32>) {
  ^bb0(%f: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %p = arith.sitofp %j : i32 to f32
    %a = arith.mulf %p, %f : f32
    linalg.yield %a : f32
  } -> tensor<2048x64xf32>
  %cos = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%angles : tensor<2048x64xf32>) outs(%e : tensor<2048x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.cos %a : f32
    linalg.yield %0 : f32
  } -> tensor<2048x64xf32>
  %0 = linalg.matmul ins(%cos, %w : tensor<2048x64xf32>, tensor<64x64xf32>) outs(%c : tensor<2048x64xf32>) -> tensor<2048x64xf32>
  return %0 : tensor<2048x64xf32>
}

// On tensors as well.
// CHECK-LABEL: func.func @tensor
// CHECK: %[[M:.+]] = linalg.matmul
// CHECK: %[[S:.+]] = math.sin %[[M]] : tensor<64x64xf32>
// CHECK: arith.truncf %[[S]]
func.func @tensor(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.sin %0 : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
