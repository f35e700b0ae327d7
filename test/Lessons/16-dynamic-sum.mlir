// A sum on the deny list slowed a network by a quarter when shapes were dynamic:
// a sum is judged by what it is, not denied by name (tensorflow issue 28298).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.matmul
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x?x[[T]]>) outs(%{{.*}} : tensor<?xf32>)
func.func @dynamic(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %c: tensor<?x?xf32>, %s: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<?x?xf32>) outs(%s : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?xf32>
}
