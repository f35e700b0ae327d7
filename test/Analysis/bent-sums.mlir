// An exponential is its argument plus one and a rest, a logarithm its argument
// less one: in one sum with that argument, the rest alone is left, and all that
// comes before stays f32 (the divergence of two normal distributions).
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -

!t = tensor<64x64xf32>

// The argument meets the exponential in the last sum.
// CHECK-LABEL: func.func @divergence
// CHECK: %[[L:.*]] = linalg.matmul
// CHECK: math.exp %[[L]] : tensor<64x64xf32>
// CHECK: %[[ONE:.*]] = arith.addf %[[L]], %{{.*}} : tensor<64x64xf32>
// CHECK: %[[LESS:.*]] = arith.subf %[[ONE]], %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %[[LESS]], %{{.*}} : tensor<64x64xf32>
func.func @divergence(%x: !t, %v: !t, %w: !t) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %one = arith.constant dense<1.0> : !t
  %l = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %m = linalg.matmul ins(%x, %v : !t, !t) outs(%zero : !t) -> !t
  %e = math.exp %l : !t
  %q = arith.mulf %m, %m : !t
  %0 = arith.addf %l, %one : !t
  %1 = arith.subf %0, %q : !t
  %2 = arith.subf %1, %e : !t
  return %2 : !t
}

// It meets it in the first: what is left then is kept up to the constant.
// CHECK-LABEL: func.func @first
// CHECK: %[[L:.*]] = linalg.matmul
// CHECK: %[[E:.*]] = math.exp %[[L]] : tensor<64x64xf32>
// CHECK: %[[REST:.*]] = arith.subf %[[E]], %[[L]] : tensor<64x64xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[REST]], %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %[[SUM]], %{{.*}} : tensor<64x64xf32>
func.func @first(%x: !t, %v: !t, %w: !t) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %one = arith.constant dense<1.0> : !t
  %l = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %m = linalg.matmul ins(%x, %v : !t, !t) outs(%zero : !t) -> !t
  %e = math.exp %l : !t
  %0 = arith.subf %e, %l : !t
  %q = arith.mulf %m, %m : !t
  %1 = arith.addf %0, %q : !t
  %2 = arith.subf %1, %one : !t
  return %2 : !t
}

// A ratio's logarithm (Itakura and Saito).
// CHECK-LABEL: func.func @ratio
// CHECK: %[[R:.*]] = math.erf %{{.*}} : tensor<64x64xf32>
// CHECK: %[[L:.*]] = math.log %[[R]] : tensor<64x64xf32>
// CHECK: %[[REST:.*]] = arith.subf %[[R]], %[[L]] : tensor<64x64xf32>
// CHECK: arith.subf %[[REST]], %{{.*}} : tensor<64x64xf32>
func.func @ratio(%x: !t, %w: !t) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %one = arith.constant dense<1.0> : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %r = math.erf %p : !t
  %l = math.log %r : !t
  %0 = arith.subf %r, %l : !t
  %1 = arith.subf %0, %one : !t
  %2 = linalg.matmul ins(%1, %w : !t, !t) outs(%zero : !t) -> !t
  return %2 : !t
}

// Of another argument, it is none.
// CHECK-LABEL: func.func @other
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<64x64x{{b?}}f16>
func.func @other(%x: !t, %v: !t, %w: !t) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %one = arith.constant dense<1.0> : !t
  %l = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %m = linalg.matmul ins(%x, %v : !t, !t) outs(%zero : !t) -> !t
  %e = math.exp %l : !t
  %g = arith.mulf %e, %m : !t
  %0 = arith.subf %g, %l : !t
  %1 = linalg.matmul ins(%0, %w : !t, !t) outs(%zero : !t) -> !t
  return %1 : !t
}
