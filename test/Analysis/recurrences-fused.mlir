// What a loop adds up or scales stays f32 where the body that does so also takes
// an exponential or a sine of something else, as --linalg-fuse-elementwise-ops
// leaves it (found by amp-fuzz behind that pass).
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @fused(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
func.func @fused(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index)
    -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s:3 = scf.for %k = %c0 to %n step %c1
      iter_args(%a = %x, %b = %x, %c = %x)
      -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>)
        outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %a1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%sum: f32, %in: f32, %out: f32):
      %sine = math.sin %in : f32
      %next = arith.addf %sum, %sine : f32
      linalg.yield %next : f32
    } -> tensor<64x64xf32>
    // In place.
    %b1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<64x64xf32>) outs(%b : tensor<64x64xf32>) {
    ^bb0(%in: f32, %sum: f32):
      %power = math.exp %in : f32
      %next = arith.addf %sum, %power : f32
      linalg.yield %next : f32
    } -> tensor<64x64xf32>
    %c1st = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%c, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %out: f32):
      %power = math.exp %in : f32
      %next = arith.mulf %state, %power : f32
      linalg.yield %next : f32
    } -> tensor<64x64xf32>
    scf.yield %a1, %b1, %c1st : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  %ya = linalg.matmul ins(%s#0, %w : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %yb = linalg.matmul ins(%s#1, %w : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %yc = linalg.matmul ins(%s#2, %w : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %ya, %yb, %yc : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
