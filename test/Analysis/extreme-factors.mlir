// Data times what f16 does not hold is too large, or too small, for it as well,
// up to where it is scaled again; a number that a quotient makes is read as it
// was made. bf16 has f32's range.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
#s = affine_map<() -> ()>

// The scale is in bodies.
// CHECK-LABEL: func.func @loss_scale(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<16x64xf32>) outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<16x64xf32>) outs(%{{.*}} : tensor<16x64xf16>)
// BF16-LABEL: func.func @loss_scale(
// BF16: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xbf16>)
func.func @loss_scale(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %large = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 131072.0 : f32
    %m = arith.mulf %in, %c : f32
    linalg.yield %m : f32
  } -> tensor<16x64xf32>
  %sum = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%large : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 1.0 : f32
    %m = arith.addf %in, %c : f32
    linalg.yield %m : f32
  } -> tensor<16x64xf32>
  %usual = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 1.0e-3 : f32
    %m = arith.mulf %in, %c : f32
    linalg.yield %m : f32
  } -> tensor<16x64xf32>
  %q = linalg.matmul ins(%usual, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %q : tensor<16x64xf32>
}

// Chosen by a run, and divided by.
// CHECK-LABEL: func.func @chosen(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: arith.mulf %[[P]], %{{.*}} : tensor<16x64xf32>
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<16x64xf32>
// CHECK: linalg.matmul {{.*}}f16
// CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<16x64xf32>
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<16x64xf16>
func.func @chosen(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %which: tensor<i1>) -> tensor<16x64xf32> {
  %first = tensor.extract %which[] : tensor<i1>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %scale = scf.if %first -> f32 {
    %c = arith.constant 65536.0 : f32
    scf.yield %c : f32
  } else {
    %c = arith.constant 1.0 : f32
    scf.yield %c : f32
  }
  %all = tensor.splat %scale : tensor<16x64xf32>
  %large = arith.mulf %p, %all : tensor<16x64xf32>
  %milli = arith.constant dense<1.0e-3> : tensor<16x64xf32>
  %usual = arith.mulf %large, %milli : tensor<16x64xf32>
  %q = linalg.matmul ins(%usual, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %back = arith.divf %q, %all : tensor<16x64xf32>
  %t = math.tanh %back : tensor<16x64xf32>
  %d = arith.subf %t, %p : tensor<16x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// 448 over the largest element: of small data, more than f16 holds.
// CHECK-LABEL: func.func @quantise(
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<16x64xf32>
// CHECK: %[[ALL:.*]] = tensor.splat %{{.*}} : tensor<16x64xf32>
// CHECK: %[[Q:.*]] = arith.mulf %{{.*}}, %[[ALL]] : tensor<16x64xf32>
// CHECK: arith.truncf %[[Q]]
// BF16-LABEL: func.func @quantise(
// BF16: tensor.splat %{{.*}} : tensor<16x64xbf16>
func.func @quantise(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 448.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  // A factor of subnormals, if it were f16.
  %micro = arith.constant dense<1.0e-6> : tensor<16x64xf32>
  %h = arith.mulf %p, %micro : tensor<16x64xf32>
  %a = math.absf %h : tensor<16x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %m = linalg.reduce { arith.maximumf } ins(%a : tensor<16x64xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
  %largest = tensor.extract %m[] : tensor<f32>
  %scale = arith.divf %most, %largest : f32
  %all = tensor.splat %scale : tensor<16x64xf32>
  %scaled = arith.mulf %h, %all : tensor<16x64xf32>
  %q = linalg.matmul ins(%scaled, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %q : tensor<16x64xf32>
}

// With a most that f16 does not hold either.
// CHECK-LABEL: func.func @capped(
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<16x64xf32>
// CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<16x64xf32>
func.func @capped(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %amax = linalg.generic {indexing_maps = [#map, #none], iterator_types = ["reduction", "reduction"]} ins(%p : tensor<16x64xf32>) outs(%z0 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.absf %in : f32
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  %m0 = tensor.extract %amax[] : tensor<f32>
  %c = arith.constant 448.0 : f32
  %most = arith.constant 1.0e6 : f32
  %q0 = arith.divf %c, %m0 : f32
  %scale = arith.minimumf %q0, %most : f32
  %sc = linalg.fill ins(%scale : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = arith.mulf %p, %sc : tensor<16x64xf32>
  %q = linalg.matmul ins(%y, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %o = arith.divf %q, %sc : tensor<16x64xf32>
  return %o : tensor<16x64xf32>
}

// The trust ratio of an optimizer: a norm over that of gradients, which are small
// at the end of a training, or one where there are none.
// CHECK-LABEL: func.func @trust_ratio(
// CHECK: %[[ALL:.*]] = tensor.splat %{{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[ALL]] : tensor<64x64xf32>
// BF16-LABEL: func.func @trust_ratio(
// BF16: tensor.splat %{{.*}} : tensor<64x64xbf16>
func.func @trust_ratio(%x: tensor<64x16xf32>, %y: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %y : tensor<64x16xf32>, tensor<16x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %gg = arith.mulf %g, %g : tensor<64x64xf32>
  %sg = linalg.reduce { arith.addf } ins(%gg : tensor<64x64xf32>) outs(%z0 : tensor<f32>) dimensions = [0, 1]
  %ww = arith.mulf %w, %w : tensor<64x64xf32>
  %sw = linalg.reduce { arith.addf } ins(%ww : tensor<64x64xf32>) outs(%z0 : tensor<f32>) dimensions = [0, 1]
  %tg = tensor.extract %sg[] : tensor<f32>
  %tw = tensor.extract %sw[] : tensor<f32>
  %ng = math.sqrt %tg : f32
  %nw = math.sqrt %tw : f32
  %ratio = arith.divf %nw, %ng : f32
  %any = arith.cmpf ogt, %ng, %zero : f32
  %trust = arith.select %any, %ratio, %one : f32
  %all = tensor.splat %trust : tensor<64x64xf32>
  %step = arith.mulf %g, %all : tensor<64x64xf32>
  %q = linalg.matmul ins(%step, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}

// The same in bodies.
// CHECK-LABEL: func.func @ratio_in_body(
// CHECK: linalg.matmul
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.mulf %{{.*}}, %[[ALL]] : tensor<64x64xf32>
func.func @ratio_in_body(%x: tensor<64x16xf32>, %y: tensor<16x64xf32>, %nw: tensor<f32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %y : tensor<64x16xf32>, tensor<16x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %gg = arith.mulf %g, %g : tensor<64x64xf32>
  %sg = linalg.reduce { arith.addf } ins(%gg : tensor<64x64xf32>) outs(%z0 : tensor<f32>) dimensions = [0, 1]
  %ng = linalg.generic {indexing_maps = [#s, #s], iterator_types = []} ins(%sg : tensor<f32>) outs(%e0 : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %r = math.sqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %q = linalg.generic {indexing_maps = [#s, #s, #s], iterator_types = []} ins(%nw, %ng : tensor<f32>, tensor<f32>) outs(%e0 : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %r = arith.divf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %all = linalg.generic {indexing_maps = [#none, #map], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<f32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %step = arith.mulf %g, %all : tensor<64x64xf32>
  %o = linalg.matmul ins(%step, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// One over the root of a dimension, and a norm's scale, are of the usual size,
// whatever a run finds.
// CHECK-LABEL: func.func @usual(
// CHECK: tensor.splat %{{.*}} : tensor<16x?xf16>
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<16x?xf16>
func.func @usual(%x: tensor<16x64xf32>, %w: tensor<64x?xf32>, %v: tensor<?x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %d = tensor.dim %w, %c1 : tensor<64x?xf32>
  %e = tensor.empty(%d) : tensor<16x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x?xf32>) -> tensor<16x?xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x?xf32>) outs(%z : tensor<16x?xf32>) -> tensor<16x?xf32>
  %i = arith.index_cast %d : index to i64
  %f = arith.sitofp %i : i64 to f32
  %s = math.sqrt %f : f32
  %scale = arith.divf %one, %s : f32
  %all = tensor.splat %scale[%d] : tensor<16x?xf32>
  %q = arith.mulf %p, %all : tensor<16x?xf32>
  %e2 = tensor.empty() : tensor<16x64xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%q, %v : tensor<16x?xf32>, tensor<?x64xf32>) outs(%z2 : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// What so small a number is added to may be as small: coefficients of a
// polynomial, which are taken from a constant one by one.
// CHECK-LABEL: func.func @polynomial(
// CHECK: arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: %[[TERM:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[TERM]], %{{.*}} : tensor<16x64xf32>, tensor<f32>) outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: %[[TERM:.*]] = arith.mulf {{.*}} : tensor<16x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[TERM]], %{{.*}} : tensor<16x64xf32>, tensor<f32>) outs(%{{.*}} : tensor<16x64xf16>)
// BF16-LABEL: func.func @polynomial(
// BF16-COUNT-3: arith.mulf {{.*}} : tensor<16x64xbf16>
func.func @polynomial(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %coefficients = arith.constant dense<[2.0e-9, 0.5]> : tensor<2xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = arith.mulf %p, %p : tensor<16x64xf32>
  %first = tensor.extract_slice %coefficients[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %c = tensor.collapse_shape %first [] : tensor<1xf32> into tensor<f32>
  %second = tensor.extract_slice %coefficients[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %d = tensor.collapse_shape %second [] : tensor<1xf32> into tensor<f32>
  %m = arith.mulf %y, %p : tensor<16x64xf32>
  %s = linalg.generic {indexing_maps = [#map, #none, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<16x64xf32>, tensor<f32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %constant: f32, %out: f32):
    %a = arith.addf %in, %constant : f32
    linalg.yield %a : f32
  } -> tensor<16x64xf32>
  %n = arith.mulf %s, %y : tensor<16x64xf32>
  %t = linalg.generic {indexing_maps = [#map, #none, #map], iterator_types = ["parallel", "parallel"]}
      ins(%n, %d : tensor<16x64xf32>, tensor<f32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %constant: f32, %out: f32):
    %a = arith.addf %in, %constant : f32
    linalg.yield %a : f32
  } -> tensor<16x64xf32>
  %q = linalg.matmul ins(%t, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %q : tensor<16x64xf32>
}

// What so large a number is added to may be as large; the coefficients are
// repeated and transposed first.
// CHECK-LABEL: func.func @large_coefficients(
// CHECK-COUNT-4: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xf16>)
// BF16-LABEL: func.func @large_coefficients(
// BF16-COUNT-5: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xbf16>)
func.func @large_coefficients(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %coefficients = arith.constant dense<[-5.0, -331338.0, 1592627.0]> : tensor<3xf32>
  %e3 = tensor.empty() : tensor<16x64x3xf32>
  %all = linalg.broadcast ins(%coefficients : tensor<3xf32>) outs(%e3 : tensor<16x64x3xf32>) dimensions = [0, 1]
  %e1 = tensor.empty() : tensor<3x16x64xf32>
  %rows = linalg.transpose ins(%all : tensor<16x64x3xf32>) outs(%e1 : tensor<3x16x64xf32>) permutation = [2, 0, 1]
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %a = tensor.extract_slice %rows[0, 0, 0] [1, 16, 64] [1, 1, 1] : tensor<3x16x64xf32> to tensor<16x64xf32>
  %b = tensor.extract_slice %rows[1, 0, 0] [1, 16, 64] [1, 1, 1] : tensor<3x16x64xf32> to tensor<16x64xf32>
  %c = tensor.extract_slice %rows[2, 0, 0] [1, 16, 64] [1, 1, 1] : tensor<3x16x64xf32> to tensor<16x64xf32>
  %m0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%a, %p : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %y = arith.mulf %in, %other : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %s0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m0, %b : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %y = arith.addf %in, %other : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %m1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%s0, %p : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %y = arith.mulf %in, %other : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %s1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m1, %c : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %y = arith.addf %in, %other : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%s1, %c : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %y = arith.divf %in, %other : f32
    linalg.yield %y : f32
  } -> tensor<16x64xf32>
  %q = linalg.matmul ins(%r, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %q : tensor<16x64xf32>
}

// A table of numbers that f16 has subnormals for alone, of both signs, and what
// is picked from it; a product with a matrix reads that low all the same.
// CHECK-LABEL: func.func @small_table(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x8xf32>)
// CHECK: tensor.extract {{.*}} : tensor<2x8xf32>
// CHECK: linalg.matmul {{.*}} : tensor<16x8xf16>, tensor<8x8xf16>
// CHECK: linalg.matmul {{.*}} : tensor<16x8xf16>, tensor<8x8xf16>
// BF16-LABEL: func.func @small_table(
// BF16: tensor.extract {{.*}} : tensor<2x8xbf16>
func.func @small_table(%ids: tensor<16xindex>, %w: tensor<8x8xf32>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %table = arith.constant dense<[[1.1e-5, -2.3e-5, 0.7e-5, 1.9e-5, -0.4e-5, 3.1e-5, -1.3e-5, 2.9e-5],
    [2.1e-5, -1.2e-5, 0.9e-5, 1.4e-5, -3.4e-5, 0.6e-5, -1.7e-5, 2.2e-5]]> : tensor<2x8xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %picked = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, #map], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<16xindex>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%id: index, %out: f32):
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%id, %column] : tensor<2x8xf32>
    linalg.yield %element : f32
  } -> tensor<16x8xf32>
  %p = linalg.matmul ins(%picked, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
  %q = linalg.matmul ins(%p, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %q : tensor<16x8xf32>
}

// Data times numbers of both signs that are as small; but not what a bias as small
// is added to.
// CHECK-LABEL: func.func @small_scales(
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16x8xf32>)
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<16x8xf16>)
// CHECK: arith.addf
func.func @small_scales(%x: tensor<16x8xf32>, %w: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %small = arith.constant dense<[1.1e-5, -2.3e-5, 0.7e-5, 1.9e-5, -0.4e-5, 3.1e-5, -1.3e-5, 2.9e-5]> : tensor<8xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
  %scaled = linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> (d1)>, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p, %small : tensor<16x8xf32>, tensor<8xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %m = arith.mulf %in, %scale : f32
    linalg.yield %m : f32
  } -> tensor<16x8xf32>
  %shifted = linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> (d1)>, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p, %small : tensor<16x8xf32>, tensor<8xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    linalg.yield %s : f32
  } -> tensor<16x8xf32>
  %q = linalg.matmul ins(%scaled, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = linalg.matmul ins(%shifted, %w : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %q, %r : tensor<16x8xf32>, tensor<16x8xf32>
}
