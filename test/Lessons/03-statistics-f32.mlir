// Sum, mean and layer norm lost accuracy until they were taken off the list: means
// and what is computed from them stay f32 here, without keeping the data there
// (apache/tvm PR 8810, issue 9782).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @softmax_denominator
// CHECK: %[[S:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<64xf32>)
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<64xf32>) outs({{.*}} : tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[M]] : tensor<64x64x[[T]]>, tensor<64xf32>) outs({{.*}} : tensor<64x64x[[T]]>)
func.func @softmax_denominator(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %n = arith.constant 64.0 : f32
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.divf %in, %n : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %m : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %row: f32, %out: f32):
    %a = arith.subf %in, %row : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
