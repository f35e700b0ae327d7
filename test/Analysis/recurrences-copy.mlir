// A state that a product reads low in each iteration is added to as it is, not
// from the copy that the product reads, in modules without norms or chains too
// (found by amp-fuzz, seed 965389 at the time).
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @state(
// CHECK: scf.for {{.*}} iter_args(%[[STATE:.*]] = {{.*}}) -> (tensor<64x64xf32>)
// CHECK: %[[LOW:.*]] = arith.truncf %[[STATE]]
// CHECK: %[[PRODUCT:.*]] = linalg.matmul ins(%[[LOW]]
// CHECK: linalg.generic {{.*}} ins(%[[STATE]], %{{.*}} : tensor<64x64xf32>,
func.func @state(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>)
        outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%h, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %out: f32):
      %next = arith.addf %state, %in : f32
      linalg.yield %next : f32
    } -> tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %y = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
