// RUN: amp-opt --amp-autocast=f16 --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 --split-input-file %s | FileCheck %s --check-prefix=BF16
// RUN: amp-opt --amp-autocast=f16 --split-input-file %s | amp-opt --amp-autocast=f16 --split-input-file | FileCheck %s

// The slope of a GELU by tanh, as jax takes it: x * x, times the slope above, times
// one less the square of tanh.
// CHECK-LABEL: @slope(
// CHECK: %[[X:.*]] = linalg.matmul
// CHECK: %[[XX:.*]] = arith.mulf %[[X]], %[[X]] : tensor<8x32xf32>
// CHECK: math.tanh {{.*}} : tensor<8x32xf16>
// CHECK: %[[S:.*]] = arith.mulf %[[XX]], {{.*}} : tensor<8x32xf32>
// CHECK: %[[SK:.*]] = arith.mulf %[[S]], {{.*}} : tensor<8x32xf32>
// CHECK: %[[DS:.*]] = arith.mulf %arg2, %[[SK]] : tensor<8x32xf32>
// CHECK: arith.mulf %[[DS]], {{.*}} : tensor<8x32xf32>
// bf16 holds all of them.
// BF16-LABEL: @slope(
// BF16-COUNT-8: arith.mulf {{.*}} : tensor<8x32xbf16>
func.func @slope(%a: tensor<8x16xf32>, %w: tensor<16x32xf32>, %d: tensor<8x32xf32>, %v: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant dense<5.0e-01> : tensor<8x32xf32>
  %one = arith.constant dense<1.0> : tensor<8x32xf32>
  %three = arith.constant dense<3.0> : tensor<8x32xf32>
  %k = arith.constant dense<4.471500e-02> : tensor<8x32xf32>
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %x = linalg.matmul ins(%a, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %x2 = arith.mulf %x, %x : tensor<8x32xf32>
  %x3 = arith.mulf %x2, %x : tensor<8x32xf32>
  %kx3 = arith.mulf %x3, %k : tensor<8x32xf32>
  %in = arith.addf %x, %kx3 : tensor<8x32xf32>
  %t = math.tanh %in : tensor<8x32xf32>
  %y1 = arith.addf %t, %one : tensor<8x32xf32>
  %y2 = arith.mulf %y1, %x : tensor<8x32xf32>
  %y = arith.mulf %y2, %half : tensor<8x32xf32>
  %tt = arith.mulf %t, %t : tensor<8x32xf32>
  %u = arith.subf %one, %tt : tensor<8x32xf32>
  %s = arith.mulf %x2, %three : tensor<8x32xf32>
  %sk = arith.mulf %s, %k : tensor<8x32xf32>
  %ds = arith.mulf %d, %sk : tensor<8x32xf32>
  %p = arith.mulf %ds, %u : tensor<8x32xf32>
  %q = arith.addf %p, %y : tensor<8x32xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%q, %v : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// The GELU alone: tanh has the same of infinity as of a large number.
// CHECK-LABEL: @gelu(
// CHECK-NOT: arith.mulf {{.*}} : tensor<8x32xf32>
// CHECK: return
func.func @gelu(%a: tensor<8x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<8x32xf32>
  %k = arith.constant dense<4.471500e-02> : tensor<8x32xf32>
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %x = linalg.matmul ins(%a, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %x2 = arith.mulf %x, %x : tensor<8x32xf32>
  %x3 = arith.mulf %x2, %x : tensor<8x32xf32>
  %kx3 = arith.mulf %x3, %k : tensor<8x32xf32>
  %in = arith.addf %x, %kx3 : tensor<8x32xf32>
  %t = math.tanh %in : tensor<8x32xf32>
  %y1 = arith.addf %t, %one : tensor<8x32xf32>
  %y = arith.mulf %y1, %x : tensor<8x32xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%y, %v : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// A square that a product of matrices reads is rounded for that in any case, and
// so is one that is only scaled.
// CHECK-LABEL: @squared_relu(
// CHECK-NOT: arith.mulf {{.*}} : tensor<8x32xf32>
// CHECK: return
func.func @squared_relu(%a: tensor<8x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<8x32xf32>
  %k = arith.constant dense<0.7> : tensor<8x32xf32>
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %x = linalg.matmul ins(%a, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %m = arith.maximumf %x, %zeros : tensor<8x32xf32>
  %s = arith.mulf %m, %m : tensor<8x32xf32>
  %y = arith.mulf %s, %k : tensor<8x32xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%y, %v : tensor<8x32xf32>, tensor<32x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// An op that absorbs no cast makes it high.
// CHECK-LABEL: @tosa(
// CHECK: %[[Y:.*]] = tosa.mul {{.*}} -> tensor<2x4x4xf16>
// CHECK: %[[HIGH:.*]] = arith.extf %[[Y]]
// CHECK: %[[YY:.*]] = tosa.mul %[[HIGH]], %[[HIGH]], {{.*}} -> tensor<2x4x4xf32>
// CHECK: tosa.mul %[[YY]], {{.*}} -> tensor<2x4x4xf32>
func.func @tosa(%a: tensor<2x4x4xf32>, %b: tensor<2x4x4xf32>, %c: tensor<2x4x4xf32>, %d: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = tosa.matmul %a, %b, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %q = tosa.matmul %b, %a, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %y = tosa.mul %p, %q, %shift : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %yy = tosa.mul %y, %y, %shift : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %m = tosa.mul %yy, %c, %shift : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %r = tosa.matmul %m, %d, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %s = tosa.matmul %y, %d, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  return %r, %s : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}

// -----

// Bodies absorb casts: what an earlier conversion stored low is other data, too.
#map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: @bodies(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x32xf32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x32xf32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x32xf16>)
// CHECK: arith.mulf
func.func @bodies(%a: tensor<64x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %x = linalg.matmul ins(%a, %w : tensor<64x16xf32>, tensor<16x32xf32>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %xx = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %in : f32
    linalg.yield %m : f32
  } -> tensor<64x32xf32>
  %p = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%xx, %x : tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%in: f32, %d: f32, %out: f32):
    %m = arith.mulf %in, %d : f32
    linalg.yield %m : f32
  } -> tensor<64x32xf32>
  %q = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p, %x : tensor<64x32xf32>, tensor<64x32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%in: f32, %d: f32, %out: f32):
    %t = math.tanh %d : f32
    %m = arith.mulf %in, %t : f32
    linalg.yield %m : f32
  } -> tensor<64x32xf32>
  %e2 = tensor.empty() : tensor<64x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r = linalg.matmul ins(%q, %v : tensor<64x32xf32>, tensor<32x16xf32>) outs(%f2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %s = linalg.matmul ins(%x, %v : tensor<64x32xf32>, tensor<32x16xf32>) outs(%f2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %r, %s : tensor<64x16xf32>, tensor<64x16xf32>
}
