// The product of two small numbers (a gradient and the one before it, in Rprop)
// has a sign in f32, and none in a type with less range.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s --check-prefix=WIDE

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @agree(
// CHECK: arith.mulf
// CHECK-NEXT: linalg.yield {{.*}} : f32
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<64x64xf32>) outs({{.*}} : tensor<64x64xi1>)
// WIDE-LABEL: func.func @agree(
// WIDE: linalg.generic {{.*}} ins({{.*}} : tensor<64x64xbf16>) outs({{.*}} : tensor<64x64xi1>)
func.func @agree(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %m = tensor.empty() : tensor<64x64xi1>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%g, %h : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %same = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<64x64xf32>) outs(%m : tensor<64x64xi1>) {
  ^bb0(%a: f32, %o: i1):
    %0 = arith.cmpf ogt, %a, %c : f32
    linalg.yield %0 : i1
  } -> tensor<64x64xi1>
  %s = arith.select %same, %g, %h : tensor<64x64xi1>, tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
