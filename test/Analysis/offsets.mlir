// A constant that is added and taken away again further on: what lies between
// is f32, as range facts say that the difference ends at nought. What it was
// added to is stored low.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>

// A smooth magnitude, sqrt(1 + x x) - 1.
// CHECK-LABEL: func.func @pseudo_huber(
// CHECK: arith.mulf %{{.*}} : tensor<64x64x[[LOW:b?f16]]>
// CHECK: arith.extf %{{.*}} : tensor<64x64x[[LOW]]> to tensor<64x64xf32>
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: math.sqrt %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins(%{{.*}} : tensor<64x64x[[LOW]]>, tensor<64x64x[[LOW]]>)
func.func @pseudo_huber(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = arith.mulf %y, %y : tensor<64x64xf32>
  %t = arith.addf %s, %one : tensor<64x64xf32>
  %r = math.sqrt %t : tensor<64x64xf32>
  %d = arith.subf %r, %one : tensor<64x64xf32>
  %o = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// The same in bodies.
// CHECK-LABEL: func.func @bodies(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64x[[LOW:b?f16]]>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64x[[LOW]]>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.sqrt
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64x[[LOW]]>)
// CHECK: arith.subf
func.func @bodies(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant 1.0 : f32
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.mulf %in, %in : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %one : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.sqrt %in : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %d = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.subf %in, %one : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %o = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// From the other side: 1 - 1 / (1 + x x), an outlier's weight.
// CHECK-LABEL: func.func @geman_mcclure(
// CHECK: arith.mulf %{{.*}} : tensor<64x64x{{b?f16}}>
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.divf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
func.func @geman_mcclure(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = arith.mulf %y, %y : tensor<64x64xf32>
  %t = arith.addf %s, %one : tensor<64x64xf32>
  %r = arith.divf %one, %t : tensor<64x64xf32>
  %d = arith.subf %one, %r : tensor<64x64xf32>
  %o = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// Through a product: mish by powers, ((1 + e)^2 - 1) / ((1 + e)^2 + 1).
// CHECK-LABEL: func.func @mish(
// CHECK: math.exp
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
func.func @mish(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = math.exp %y : tensor<64x64xf32>
  %t = arith.addf %s, %one : tensor<64x64xf32>
  %q = arith.mulf %t, %t : tensor<64x64xf32>
  %n = arith.subf %q, %one : tensor<64x64xf32>
  %d = arith.addf %q, %one : tensor<64x64xf32>
  %f = arith.divf %n, %d : tensor<64x64xf32>
  %r = arith.mulf %f, %y : tensor<64x64xf32>
  %o = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// TOSA has no root; the power is one.
// CHECK-LABEL: func.func @tosa(
// CHECK: tosa.mul %{{.*}} -> tensor<1x64x64x{{b?f16}}>
// CHECK: tosa.add %{{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.pow %{{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.sub %{{.*}} -> tensor<1x64x64xf32>
func.func @tosa(%x: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.matmul %x, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %s = tosa.mul %y, %y, %shift : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xi8>) -> tensor<1x64x64xf32>
  %t = tosa.add %s, %one : (tensor<1x64x64xf32>, tensor<1x1x1xf32>) -> tensor<1x64x64xf32>
  %r = tosa.pow %t, %half : (tensor<1x64x64xf32>, tensor<1x1x1xf32>) -> tensor<1x64x64xf32>
  %d = tosa.sub %r, %one : (tensor<1x64x64xf32>, tensor<1x1x1xf32>) -> tensor<1x64x64xf32>
  %o = tosa.matmul %d, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %o : tensor<1x64x64xf32>
}

// What is taken away only in part stays low. (Gates that are written out:
// accurate-differences.mlir.)
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: arith.addf %{{.*}} : tensor<64x64x[[LOW:b?f16]]>
// CHECK: math.sqrt %{{.*}} : tensor<64x64x[[LOW]]>
// CHECK: arith.subf %{{.*}} : tensor<64x64x[[LOW]]>
func.func @kept(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %half = arith.constant dense<0.5> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = arith.mulf %y, %y : tensor<64x64xf32>
  %t = arith.addf %s, %one : tensor<64x64xf32>
  %u = arith.addf %t, %one : tensor<64x64xf32>
  %r = math.sqrt %u : tensor<64x64xf32>
  %d = arith.subf %r, %half : tensor<64x64xf32>
  %o = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}
