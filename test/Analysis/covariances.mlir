// Values less their own means, of which a product is made (a covariance), are
// taken from what was not rounded: that may lie far from zero. A norm divides
// them by their size.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -

!t = tensor<64x64xf32>
!v = tensor<64xf32>
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @covariance
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[X:.*]] = arith.addf %[[P]], %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<64x64xf32>)
// CHECK: arith.subf %[[X]], %{{.*}} : tensor<64x64xf32>
func.func @covariance(%x: !t, %w: !t, %bias: !v) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %none = arith.constant dense<0.0> : !v
  %part = arith.constant dense<0.015625> : !v
  %e = tensor.empty() : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %b = linalg.broadcast ins(%bias : !v) outs(%e : !t) dimensions = [0]
  %y = arith.addf %p, %b : !t
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%y : !t) outs(%none : !v) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> !v
  %m = arith.mulf %s, %part : !v
  %mean = linalg.broadcast ins(%m : !v) outs(%e : !t) dimensions = [0]
  %c = arith.subf %y, %mean : !t
  %turned = linalg.transpose ins(%c : !t) outs(%e : !t) permutation = [1, 0]
  %r = linalg.matmul ins(%turned, %c : !t, !t) outs(%zero : !t) -> !t
  return %r : !t
}

// CHECK-LABEL: func.func @norm
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<64x64x{{b?}}f16>
func.func @norm(%x: !t, %w: !t, %u: !t, %bias: !v) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %none = arith.constant dense<0.0> : !v
  %part = arith.constant dense<0.015625> : !v
  %epsilon = arith.constant dense<1.0e-5> : !v
  %e = tensor.empty() : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %b = linalg.broadcast ins(%bias : !v) outs(%e : !t) dimensions = [0]
  %y = arith.addf %p, %b : !t
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%y : !t) outs(%none : !v) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> !v
  %m = arith.mulf %s, %part : !v
  %mean = linalg.broadcast ins(%m : !v) outs(%e : !t) dimensions = [0]
  %c = arith.subf %y, %mean : !t
  %q = arith.mulf %c, %c : !t
  %t = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%q : !t) outs(%none : !v) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> !v
  %variance = arith.mulf %t, %part : !v
  %safe = arith.addf %variance, %epsilon : !v
  %d = math.rsqrt %safe : !v
  %size = linalg.broadcast ins(%d : !v) outs(%e : !t) dimensions = [0]
  %n = arith.mulf %c, %size : !t
  %r = linalg.matmul ins(%n, %u : !t, !t) outs(%zero : !t) -> !t
  return %r : !t
}
