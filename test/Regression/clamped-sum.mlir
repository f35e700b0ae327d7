// A running sum that is clamped at each step is a sum, not a maximum: it keeps
// f32. A maximum of the running value itself is exact in any type.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
#in = affine_map<(i, j) -> (i, j)>
#out = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @clamped
// CHECK: linalg.generic
// CHECK: ^bb0(%{{.*}}: f16, %[[SUM:.*]]: f32):
// CHECK: arith.addf %[[SUM]], %{{.*}} : f32
// CHECK: linalg.generic
// CHECK: ^bb0(%{{.*}}: f16, %{{.*}}: f16):
func.func @clamped(%x: tensor<64x64xf32>, %w: tensor<64x256xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %cap = arith.constant 60000.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x256xf32>) outs(%i : tensor<64x256xf32>) -> tensor<64x256xf32>
  %s = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%s : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<64x256xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %acc, %a : f32
    %m = arith.minimumf %t, %cap : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %max = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<64x256xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.maximumf %acc, %a : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %b = tensor.empty() : tensor<64x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%b : tensor<64x16xf32>) -> tensor<64x16xf32>
  %b0 = linalg.broadcast ins(%sum : tensor<64xf32>) outs(%b : tensor<64x16xf32>) dimensions = [1]
  %b1 = linalg.broadcast ins(%max : tensor<64xf32>) outs(%b : tensor<64x16xf32>) dimensions = [1]
  %q0 = linalg.matmul ins(%x, %b0 : tensor<64x64xf32>, tensor<64x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  %q1 = linalg.matmul ins(%x, %b1 : tensor<64x64xf32>, tensor<64x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %q0, %q1 : tensor<64x16xf32>, tensor<64x16xf32>
}
