// What is made of constants reads them as they came where it meets inputs, or is
// made in more than a step: positions, frequencies, supports, standardised
// weights. What only picks numbers that the low type has does not.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The support of a distribution, discounted, and a reward (C51).
// CHECK-LABEL: func.func @support(
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[SCALED]] : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4x4xbf16>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<4x4xbf16>, tensor<4x4xbf16>)
func.func @support(%reward: tensor<4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %atoms = arith.constant dense<[-9.7, -3.1, 3.1, 9.7]> : tensor<4xf32>
  %e0 = tensor.empty() : tensor<4xf32>
  %discount = arith.constant 0.99 : f32
  %scaled = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
         ins(%atoms : tensor<4xf32>) outs(%e0 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %discount : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %moved = linalg.generic {indexing_maps = [#row, #column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%reward, %scaled : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<4x4xf32>
  %r = linalg.matmul ins(%moved, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// The hats of a filter bank.
// CHECK-LABEL: func.func @hats(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4x4xf32>)
// CHECK: arith.subf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4xf32>) outs(%{{.*}} : tensor<4x4xbf16>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<4x4xbf16>, tensor<4x4xbf16>)
func.func @hats(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %bins = arith.constant dense<[0.0, 101.3, 307.7, 599.1]> : tensor<4xf32>
  %centres = arith.constant dense<[0.3, 101.1, 307.9, 598.7]> : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %apart = linalg.generic {indexing_maps = [#row, #column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%bins, %centres : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.absf %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  %hats = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%apart : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.subf %one, %a : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  %z = arith.constant dense<0.0> : tensor<4x4xf32>
  %r = linalg.matmul ins(%hats, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A table of weights that is scaled once, then rounded for a product.
// CHECK-LABEL: func.func @table(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x2xbf16>) outs(%{{.*}} : tensor<2x2xbf16>)
func.func @table(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %words = arith.constant dense<[[0.1, -0.2], [0.3, 1.4]]> : tensor<2x2xf32>
  %scale = arith.constant 0.7 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%words : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  %z = arith.constant dense<0.0> : tensor<2x2xf32>
  %r = linalg.matmul ins(%scaled, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Weights that are rounded to integers, whatever is done with those.
// CHECK-LABEL: func.func @quantised(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x2xf32>) outs(%{{.*}} : tensor<2x2xbf16>)
// CHECK: math.roundeven
func.func @quantised(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %words = arith.constant dense<[[0.1, -0.2], [0.3, 1.4]]> : tensor<2x2xf32>
  %scale = arith.constant 90.7 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %whole = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%words : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %scale : f32
    %1 = math.roundeven %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2xf32>
  %z = arith.constant dense<0.0> : tensor<2x2xf32>
  %r = linalg.matmul ins(%whole, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Means of 288 kelvins, which a product's result is added to; smaller constants,
// of which each element is read once, are rounded.
// CHECK-LABEL: func.func @kelvins(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x64xbf16>, tensor<16x64xbf16>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16x64xbf16>, tensor<64xf32>)
func.func @kelvins(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %means = arith.constant dense<288.13> : tensor<64xf32>
  %biases = arith.constant dense<0.13> : tensor<16x64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = arith.constant dense<0.0> : tensor<16x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %biased = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%y, %biases : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  %v = linalg.matmul ins(%biased, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %warm = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
         ins(%v, %means : tensor<16x64xf32>, tensor<64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<16x64xf32>
  return %warm : tensor<16x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A mask of ones and noughts is as good in bf16, added to an input or not.
// CHECK-LABEL: func.func @ones(
// CHECK: %[[MASK:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xi1>, {{.*}}) outs(%{{.*}} : tensor<64x64xbf16>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[MASK]] : tensor<64x64xf32>, tensor<64x64xbf16>) outs(%{{.*}} : tensor<64x64xbf16>)
func.func @ones(%x: tensor<64x64xf32>, %bits: tensor<64x64xi1>) -> tensor<64x64xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %mask = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
         ins(%bits, %one, %zero : tensor<64x64xi1>, f32, f32) outs(%e : tensor<64x64xf32>) {
  ^bb0(%c: i1, %a: f32, %b: f32, %o: f32):
    %0 = arith.select %c, %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %mask : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = linalg.matmul ins(%sum, %mask : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
