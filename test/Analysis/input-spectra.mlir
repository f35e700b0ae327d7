// A spectrum of the inputs before a logarithm: what a quiet band has is what the
// loud ones cancel to. The transform and all behind it stay f32.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast=f16 -split-input-file -o %t && FileCheck %s --check-prefix=F16 < %t
// RUN: amp-opt %t --amp-autocast=f16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 report=-" -split-input-file -o %t.ir 2>&1 | FileCheck %s --check-prefix=REPORT

#id = affine_map<(i, j) -> (i, j)>

// Frames, a window, a transform, powers, a filter bank, a logarithm, and a layer
// behind it.
// CHECK-LABEL: func.func @decibels(
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x16xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x16xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x16xf32>)
// CHECK: math.log
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xbf16>, tensor<16x16xbf16>)
// F16-LABEL: func.func @decibels(
// F16-COUNT-3: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x16xf32>)
// F16: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>)
// REPORT: 3 x linalg.matmul (always, {{.*}}): logarithm-chain
func.func @decibels(%x: tensor<256xf32>, %layer: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %least = arith.constant 1.0e-10 : f32
  %window = arith.constant dense<0.7> : tensor<16x16xf32>
  %cosines = arith.constant dense<0.1> : tensor<16x16xf32>
  %sines = arith.constant dense<0.2> : tensor<16x16xf32>
  %filters = arith.constant dense<0.3> : tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %frames = tensor.expand_shape %x [[0, 1]] output_shape [16, 16] : tensor<256xf32> into tensor<16x16xf32>
  %windowed = arith.mulf %frames, %window : tensor<16x16xf32>
  %re = linalg.matmul ins(%windowed, %cosines : tensor<16x16xf32>, tensor<16x16xf32>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  %im = linalg.matmul ins(%windowed, %sines : tensor<16x16xf32>, tensor<16x16xf32>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  %back = arith.negf %im : tensor<16x16xf32>
  %re2 = arith.mulf %re, %re : tensor<16x16xf32>
  %im2 = arith.mulf %back, %back : tensor<16x16xf32>
  %power = arith.addf %re2, %im2 : tensor<16x16xf32>
  %bands = linalg.matmul ins(%power, %filters : tensor<16x16xf32>, tensor<16x16xf32>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  %db = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%bands : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %least : f32
    %1 = math.log %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x16xf32>
  %r = linalg.matmul ins(%db, %layer : tensor<16x16xf32>, tensor<16x16xf32>) outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// -----

// The parts side by side, summed up, and the power of a root (a library's way).
// CHECK-LABEL: func.func @parts(
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x32xf32>)
// CHECK: math.log
// F16-LABEL: func.func @parts(
// F16: linalg.matmul ins({{.*}} : tensor<16x16xf32>, tensor<16x32xf32>)
func.func @parts(%x: tensor<16x16xf32>, %basis: tensor<16x32xf32>) -> tensor<16x16xf32> {
  %least = arith.constant dense<1.0e-10> : tensor<16x16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %z = arith.constant dense<0.0> : tensor<16x16xf32>
  %zs = arith.constant dense<0.0> : tensor<16x32xf32>
  %spectrum = linalg.matmul ins(%x, %basis : tensor<16x16xf32>, tensor<16x32xf32>) outs(%zs : tensor<16x32xf32>) -> tensor<16x32xf32>
  %pairs = tensor.expand_shape %spectrum [[0], [1, 2]] output_shape [16, 16, 2] : tensor<16x32xf32> into tensor<16x16x2xf32>
  %squares = arith.mulf %pairs, %pairs : tensor<16x16x2xf32>
  %power = linalg.reduce { arith.addf } ins(%squares : tensor<16x16x2xf32>) outs(%z : tensor<16x16xf32>) dimensions = [2]
  %size = math.sqrt %power : tensor<16x16xf32>
  %again = arith.mulf %size, %size : tensor<16x16xf32>
  %more = arith.addf %again, %least : tensor<16x16xf32>
  %db = math.log %more : tensor<16x16xf32>
  return %db : tensor<16x16xf32>
}

// -----

// The logarithm of a sum of all powers shows the loud ones alone.
// CHECK-LABEL: func.func @loudness(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @loudness(%x: tensor<64x64xf32>, %basis: tensor<64x64xf32>) -> tensor<64xf32> {
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %zs = arith.constant dense<1.0> : tensor<64xf32>
  %spectrum = linalg.matmul ins(%x, %basis : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %squares = arith.mulf %spectrum, %spectrum : tensor<64x64xf32>
  %power = linalg.reduce { arith.addf } ins(%squares : tensor<64x64xf32>) outs(%zs : tensor<64xf32>) dimensions = [1]
  %db = math.log %power : tensor<64xf32>
  return %db : tensor<64xf32>
}

// -----

// What bends what it reads is a layer, and no transform.
#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @layers(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.tanh %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %y = linalg.matmul ins(%t, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %squares = arith.mulf %y, %y : tensor<64x64xf32>
  %more = arith.addf %squares, %one : tensor<64x64xf32>
  %db = math.log %more : tensor<64x64xf32>
  return %db : tensor<64x64xf32>
}
