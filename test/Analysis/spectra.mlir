// Powers of a spectrum that a filter bank sums up before a logarithm: in f16,
// loud ones are infinite and quiet ones nought.
// RUN: amp-opt %s --amp-autocast=f16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file | FileCheck %s --check-prefix=BF16

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @decibels(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: arith.mulf
// CHECK-NOT: arith.truncf
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: math.log
// BF16-LABEL: func.func @decibels(
// BF16: math.sqrt
// BF16: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @decibels(%x: tensor<64x64xf32>, %cosines: tensor<64x64xf32>, %sines: tensor<64x64xf32>, %filters: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %least = arith.constant 1.0e-10 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  // What comes from a network is no transform of the inputs.
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.tanh %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %re = linalg.matmul ins(%h, %cosines : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %im = linalg.matmul ins(%h, %sines : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %re2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%re, %re : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %power = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%im, %re2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %size = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%power : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.sqrt %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %mel = linalg.matmul ins(%size, %filters : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %db = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%mel : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %least : f32
    %1 = math.log %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %db : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// No logarithm: a network with squares.
// CHECK-LABEL: func.func @squares(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @squares(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%h2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
