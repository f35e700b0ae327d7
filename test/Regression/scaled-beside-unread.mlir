// Data that is scaled by weights, in a body that also takes a constant that it
// never reads, counted as a product of more data, whose sum takes no rounded
// terms; not so when converted again, with the constant low.
// RUN: amp-opt %s --amp-autocast='f16 signature=convert' -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast='f16 signature=convert' | diff %t -

#map = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// CHECK: linalg.matmul ins({{.*}} : tensor<256x32xf16>, tensor<32x32xf16>)
// CHECK: arith.mulf
// CHECK: linalg.reduce ins({{.*}} : tensor<256x32xf16>)
func.func @main(%x: tensor<256x32xf32>, %w: tensor<32x32xf32>) -> tensor<256xf32> {
  %zeros = arith.constant dense<0.0> : tensor<256x32xf32>
  %unread = arith.constant dense<1.5> : tensor<256x32xf32>
  %scale = arith.constant dense<1.1> : tensor<32xf32>
  %init = arith.constant dense<0.0> : tensor<256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<256x32xf32>, tensor<32x32xf32>) outs(%zeros : tensor<256x32xf32>) -> tensor<256x32xf32>
  %scaled = linalg.generic {indexing_maps = [#map, #column, #map], iterator_types = ["parallel", "parallel"]} ins(%unread, %scale : tensor<256x32xf32>, tensor<32xf32>) outs(%y : tensor<256x32xf32>) {
  ^bb0(%never: f32, %s: f32, %out: f32):
    %0 = arith.mulf %out, %s : f32
    linalg.yield %0 : f32
  } -> tensor<256x32xf32>
  %sum = linalg.reduce { arith.addf } ins(%scaled : tensor<256x32xf32>) outs(%init : tensor<256xf32>) dimensions = [1]
  return %sum : tensor<256xf32>
}
