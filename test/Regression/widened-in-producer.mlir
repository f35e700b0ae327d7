// RUN: amp-opt %s --amp-autocast=bf16 -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-opt %t.mlir --amp-autocast=bf16 | diff - %t.mlir

// A product that stayed high, of a weight that is low for another's sake, stays
// so when the module is converted again: its producer took the extension in, and
// the conversion looked for a cast. Found by the generator, seed 950634.

// CHECK: arith.constant dense<5.000000e-01> : tensor<8x8xbf16>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8x8xbf16>) outs(%{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK: arith.extf %{{.*}} fastmath<contract> : bf16 to f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<9x8xf32>, tensor<8x8xf32>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xbf16>, tensor<8x8xbf16>)
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<9x8xf32>) -> (tensor<9x8xf32>, tensor<8x8xf32>) {
  %w = arith.constant dense<0.5> : tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x8xf32>) outs(%e, %e : tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%in: f32, %o: f32, %q: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %m = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %p#0 : tensor<9x8xf32>, tensor<8x8xf32>) outs(%x : tensor<9x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<9x8xf32>
  %t = linalg.matmul ins(%w, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m, %t : tensor<9x8xf32>, tensor<8x8xf32>
}
