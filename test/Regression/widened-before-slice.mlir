// RUN: amp-opt %s --amp-autocast=f16 -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-opt %t.mlir --amp-autocast=f16 | diff - %t.mlir

// A product that stayed high stays so when the module is converted again, where
// its weight was widened before the slice that it reads: tiled along K, after the
// weight is turned. Found by amp-fuzz behind a tiling, seed 66247 at the time.

// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<33x1xf32>, tensor<1x1xf32>)
#left = affine_map<(i, k, j) -> (i, k)>
#right = affine_map<(i, k, j) -> (k, j)>
#out = affine_map<(i, k, j) -> (i, j)>
func.func @main(%x: tensor<33x48xf32>, %w: tensor<1x48xf32>, %v: tensor<8x1xf32>)
    -> (tensor<33x1xf32>, tensor<33x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %turned = tensor.empty() : tensor<48x1xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<1x48xf32>) outs(%turned : tensor<48x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<48x1xf32>
  %start = arith.constant dense<1.0> : tensor<33x1xf32>
  %s = scf.for %k = %c0 to %c48 step %c1 iter_args(%sum = %start) -> (tensor<33x1xf32>) {
    %a = tensor.extract_slice %x[0, %k] [33, 1] [1, 1] : tensor<33x48xf32> to tensor<33x1xf32>
    %b = tensor.extract_slice %t[%k, 0] [1, 1] [1, 1] : tensor<48x1xf32> to tensor<1x1xf32>
    %m = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "reduction", "parallel"]}
        ins(%a, %b : tensor<33x1xf32>, tensor<1x1xf32>) outs(%sum : tensor<33x1xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %1 = arith.mulf %p, %q : f32
      %2 = arith.addf %o, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<33x1xf32>
    scf.yield %m : tensor<33x1xf32>
  }
  %e = tensor.empty() : tensor<33x8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%start, %v : tensor<33x1xf32>, tensor<8x1xf32>) outs(%e : tensor<33x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<33x8xf32>
  return %s, %y : tensor<33x1xf32>, tensor<33x8xf32>
}
