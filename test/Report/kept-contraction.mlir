// A contraction whose multiply-adds stay f32 is listed with its reason also where
// its result is rounded for others: the hint pointed to a list without it.
// RUN: amp-opt %s --amp-autocast="f16 report=-" -o /dev/null 2>&1 | FileCheck %s

// CHECK: multiply-adds in f16: 50.0 % of 262144
// CHECK: stayed f32, and why
// CHECK-NEXT: 1 x linalg.generic (never, {{.*}}): never-op; a factor has another type, or an encoding
// CHECK-NEXT: at kept-contraction.mlir:[[# @LINE + 7]]:8
// CHECK: hint: some multiply-adds stay f32: see the contractions under what stayed
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#s = affine_map<(m, n, k) -> (n)>
func.func @main(%x: tensor<32x64xf32>, %q: tensor<64x64xi8>, %s: tensor<64xf32>, %init: tensor<32x64xf32>, %w: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #s, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %q, %s : tensor<32x64xf32>, tensor<64x64xi8>, tensor<64xf32>) outs(%init : tensor<32x64xf32>) {
  ^bb0(%in: f32, %int: i8, %scale: f32, %out: f32):
    %3 = arith.sitofp %int : i8 to f32
    %4 = arith.mulf %3, %scale : f32
    %5 = arith.mulf %in, %4 : f32
    %6 = arith.addf %out, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<32x64xf32>
  %1 = math.tanh %0 : tensor<32x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<32x64xf32>, tensor<64x64xf32>) outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
