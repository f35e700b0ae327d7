// A number on its way to an integer was rounded: T5's relative position buckets
// moved to the next in bf16.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// CHECK-LABEL: func.func @buckets
// CHECK: math.log
// CHECK-NOT: bf16
// CHECK: arith.fptosi %{{.*}} : f32 to i64
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @buckets(%distance: tensor<64x64xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<64x64xi64>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 3.84 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = tensor.empty() : tensor<64x64xi64>
  %log = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%distance : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.log %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%log : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %c : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %bucket = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled : tensor<64x64xf32>) outs(%i : tensor<64x64xi64>) {
  ^bb0(%in: f32, %out: i64):
    %0 = arith.fptosi %in : f32 to i64
    linalg.yield %0 : i64
  } -> tensor<64x64xi64>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %bucket, %y : tensor<64x64xi64>, tensor<64x64xf32>
}
