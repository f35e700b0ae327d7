// A choice between tensors inside a body is retyped with what it yields, once:
// not cast for each element.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-COUNT-2: arith.truncf %{{.*}} : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: linalg.generic
// CHECK: scf.if %{{.*}} -> (tensor<4x8xf16>) {
// CHECK-NEXT: scf.yield %{{.*}} : tensor<4x8xf16>
// CHECK: scf.yield %{{.*}} : tensor<4x8xf16>
// CHECK-NOT: arith.truncf %{{.*}} : tensor<4x8xf32>
func.func @main(%more: i1, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %scaled = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %chosen = scf.if %more -> (tensor<4x8xf32>) {
      scf.yield %a : tensor<4x8xf32>
    } else {
      scf.yield %b : tensor<4x8xf32>
    }
    %scale = tensor.extract %chosen[%c0, %c0] : tensor<4x8xf32>
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %z = linalg.matmul ins(%scaled, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}
