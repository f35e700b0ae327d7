// A constant that an op reads for several rows, however few, keeps its digits: a
// scale or a bias, whose rounding would be the same in all runs. One of which
// each element is read once, or that is only moved, is rounded.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @main(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x64xbf16>, tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x64xbf16>, tensor<4x64xbf16>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64xbf16>) outs(%{{.*}} : tensor<4x64xbf16>)
func.func @main(%x: tensor<4x512xf32>, %w: tensor<512x64xf32>, %v: tensor<64x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  %scale = arith.constant dense<0.13> : tensor<64xf32>
  %place = arith.constant dense<0.17> : tensor<4x64xf32>
  %spread = arith.constant dense<0.19> : tensor<64xf32>
  %e = tensor.empty() : tensor<4x64xf32>
  %z = arith.constant dense<0.0> : tensor<4x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x512xf32>, tensor<512x64xf32>) outs(%z : tensor<4x64xf32>) -> tensor<4x64xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h, %scale : tensor<4x64xf32>, tensor<64xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x64xf32>
  %placed = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%scaled, %place : tensor<4x64xf32>, tensor<4x64xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x64xf32>
  %rows = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%spread : tensor<64xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x64xf32>
  %zr = arith.constant dense<0.0> : tensor<4x64xf32>
  %r = linalg.matmul ins(%placed, %v : tensor<4x64xf32>, tensor<64x64xf32>) outs(%zr : tensor<4x64xf32>) -> tensor<4x64xf32>
  %q = linalg.matmul ins(%rows, %v : tensor<4x64xf32>, tensor<64x64xf32>) outs(%zr : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %r, %q : tensor<4x64xf32>, tensor<4x64xf32>
}
