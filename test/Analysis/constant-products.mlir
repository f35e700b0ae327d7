// A product with a constant that is written, not learned, moves data or takes it
// from itself, and is f32 as other ops on inputs are: trees written as matrices
// compare the features as they came in; stencils take neighbours from each other,
// of which a product of rounded ones would leave nothing.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" | FileCheck %s

// CHECK-LABEL: func.func @tree
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<3x64xf32>)
// CHECK: arith.cmpf olt
func.func @tree(%x: tensor<64x3xf32>, %thresholds: tensor<4x64xf32>) -> tensor<4x64xi1> {
  %features = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %e = tensor.empty() : tensor<3x64xf32>
  %columns = linalg.transpose ins(%x : tensor<64x3xf32>) outs(%e : tensor<3x64xf32>) permutation = [1, 0]
  %picked = linalg.matmul ins(%features, %columns : tensor<4x3xf32>, tensor<3x64xf32>) outs(%zero : tensor<4x64xf32>) -> tensor<4x64xf32>
  %mask = arith.cmpf olt, %picked, %thresholds : tensor<4x64xf32>
  return %mask : tensor<4x64xi1>
}

// In TOSA, with features that are moved.
// CHECK-LABEL: func.func @tosa_tree
// CHECK: tosa.matmul {{.*}} : (tensor<1x64x3xf32>, tensor<1x3x4xf32>, {{.*}}) -> tensor<1x64x4xf32>
// CHECK: tosa.greater
func.func @tosa_tree(%x: tensor<1x64x3xf32>, %thresholds: tensor<1x64x4xf32>) -> tensor<1x64x4xi1> {
  %features = "tosa.const"() <{values = dense<[[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]> : tensor<1x4x3xf32>}> : () -> tensor<1x4x3xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %columns = tosa.transpose %features {perms = array<i32: 0, 2, 1>} : (tensor<1x4x3xf32>) -> tensor<1x3x4xf32>
  %picked = tosa.matmul %x, %columns, %zero, %zero : (tensor<1x64x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x4xf32>
  %mask = tosa.greater %thresholds, %picked : (tensor<1x64x4xf32>, tensor<1x64x4xf32>) -> tensor<1x64x4xi1>
  return %mask : tensor<1x64x4xi1>
}

// Nobody computes on what is picked but a layer: a move is as good low.
// CHECK-LABEL: func.func @permuted
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x3x{{b?f16}}>, tensor<3x3x{{b?f16}}>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x3x{{b?f16}}>, tensor<3x64x{{b?f16}}>)
func.func @permuted(%x: tensor<64x3xf32>, %w: tensor<3x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %order = arith.constant dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<64x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %moved = linalg.matmul ins(%x, %order : tensor<64x3xf32>, tensor<3x3xf32>) outs(%zero : tensor<64x3xf32>) -> tensor<64x3xf32>
  %r = linalg.matmul ins(%moved, %w : tensor<64x3xf32>, tensor<3x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%x, %w : tensor<64x3xf32>, tensor<3x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// Sums of two groups.
// CHECK-LABEL: func.func @sums
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x4x{{b?f16}}>, tensor<4x64x{{b?f16}}>)
func.func @sums(%x: tensor<4x64xf32>, %thresholds: tensor<2x64xf32>) -> tensor<2x64xi1> {
  %groups = arith.constant dense<[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]]> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<2x64xf32>
  %sum = linalg.matmul ins(%groups, %x : tensor<2x4xf32>, tensor<4x64xf32>) outs(%zero : tensor<2x64xf32>) -> tensor<2x64xf32>
  %mask = arith.cmpf olt, %sum, %thresholds : tensor<2x64xf32>
  return %mask : tensor<2x64xi1>
}

// CHECK-LABEL: func.func @weights
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x3x{{b?f16}}>, tensor<3x64x{{b?f16}}>)
func.func @weights(%x: tensor<3x64xf32>, %thresholds: tensor<4x64xf32>) -> tensor<4x64xi1> {
  %w = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 0.3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %p = linalg.matmul ins(%w, %x : tensor<4x3xf32>, tensor<3x64xf32>) outs(%zero : tensor<4x64xf32>) -> tensor<4x64xf32>
  %mask = arith.cmpf olt, %p, %thresholds : tensor<4x64xf32>
  return %mask : tensor<4x64xi1>
}

// The change of neighbours in a row, whose constant is read along both sides.
// CHECK-LABEL: func.func @slopes
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x4xf32>, tensor<4x3xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<3x4xf32>, tensor<4x64xf32>)
func.func @slopes(%x: tensor<64x4xf32>, %y: tensor<4x64xf32>, %w: tensor<4x64xf32>) -> (tensor<64x3xf32>, tensor<3x64xf32>, tensor<64x64xf32>) {
  %columns = arith.constant dense<[[-1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %rows = arith.constant dense<[[-1.0, 1.0, 0.0, 0.0], [0.0, -1.0, 1.0, 0.0], [0.0, 0.0, -1.0, 1.0]]> : tensor<3x4xf32>
  %zero = arith.constant dense<0.0> : tensor<64x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<3x64xf32>
  %more = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = linalg.matmul ins(%x, %columns : tensor<64x4xf32>, tensor<4x3xf32>) outs(%zero : tensor<64x3xf32>) -> tensor<64x3xf32>
  %b = linalg.matmul ins(%rows, %y : tensor<3x4xf32>, tensor<4x64xf32>) outs(%zeros : tensor<3x64xf32>) -> tensor<3x64xf32>
  %c = linalg.matmul ins(%x, %w : tensor<64x4xf32>, tensor<4x64xf32>) outs(%more : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a, %b, %c : tensor<64x3xf32>, tensor<3x64xf32>, tensor<64x64xf32>
}

// Two steps of the heat equation; another layer reads the picture low.
// CHECK-LABEL: func.func @heat
// CHECK-COUNT-2: linalg.conv_2d_nchw_fchw {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x1x18x18xf32>, tensor<1x1x3x3xf32>)
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}ins(%{{.*}}, %{{.*}} : tensor<1x1x18x18x{{b?f16}}>, tensor<64x1x3x3x{{b?f16}}>)
func.func @heat(%u: tensor<1x1x18x18xf32>, %w: tensor<64x1x3x3xf32>) -> (tensor<1x1x16x16xf32>, tensor<1x64x16x16xf32>) {
  %laplacian = arith.constant dense<[[[[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]]]> : tensor<1x1x3x3xf32>
  %step = arith.constant dense<0.1> : tensor<1x1x16x16xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1x16x16xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x64x16x16xf32>
  %none = arith.constant 0.0 : f32
  %l0 = linalg.conv_2d_nchw_fchw ins(%u, %laplacian : tensor<1x1x18x18xf32>, tensor<1x1x3x3xf32>) outs(%zero : tensor<1x1x16x16xf32>) -> tensor<1x1x16x16xf32>
  %d0 = arith.mulf %l0, %step : tensor<1x1x16x16xf32>
  %i0 = tensor.extract_slice %u[0, 0, 1, 1] [1, 1, 16, 16] [1, 1, 1, 1] : tensor<1x1x18x18xf32> to tensor<1x1x16x16xf32>
  %u1 = arith.addf %i0, %d0 : tensor<1x1x16x16xf32>
  %p1 = tensor.pad %u1 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %i: index, %j: index):
    tensor.yield %none : f32
  } : tensor<1x1x16x16xf32> to tensor<1x1x18x18xf32>
  %l1 = linalg.conv_2d_nchw_fchw ins(%p1, %laplacian : tensor<1x1x18x18xf32>, tensor<1x1x3x3xf32>) outs(%zero : tensor<1x1x16x16xf32>) -> tensor<1x1x16x16xf32>
  %d1 = arith.mulf %l1, %step : tensor<1x1x16x16xf32>
  %u2 = arith.addf %u1, %d1 : tensor<1x1x16x16xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%u, %w : tensor<1x1x18x18xf32>, tensor<64x1x3x3xf32>) outs(%zeros : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  return %u2, %r : tensor<1x1x16x16xf32>, tensor<1x64x16x16xf32>
}

// What is left of a series without its mean, which a product takes with a constant
// that is divided first.
// CHECK-LABEL: func.func @less_mean
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x8xf32>, tensor<8x8xf32>)
// CHECK: arith.subf
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x8x{{b?f16}}>, tensor<8x64x{{b?f16}}>)
func.func @less_mean(%x: tensor<64x8xf32>, %w: tensor<8x64xf32>) -> tensor<64x64xf32> {
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %count = arith.constant dense<8.0> : tensor<8x8xf32>
  %zero = arith.constant dense<0.0> : tensor<64x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %kernel = arith.divf %ones, %count : tensor<8x8xf32>
  %mean = linalg.matmul ins(%x, %kernel : tensor<64x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<64x8xf32>) -> tensor<64x8xf32>
  %left = arith.subf %x, %mean : tensor<64x8xf32>
  %r = linalg.matmul ins(%left, %w : tensor<64x8xf32>, tensor<8x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// One row of a wavelet is a mean, the other a difference.
// CHECK-LABEL: func.func @wavelet
// CHECK: linalg.conv_1d_ncw_fcw {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x1x64xf32>, tensor<2x1x2xf32>)
func.func @wavelet(%x: tensor<64x1x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x2x32xf32>, tensor<64x1x64xf32>) {
  %haar = arith.constant dense<[[[0.70710678, 0.70710678]], [[0.70710678, -0.70710678]]]> : tensor<2x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<64x2x32xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %c = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%x, %haar : tensor<64x1x64xf32>, tensor<2x1x2xf32>) outs(%zero : tensor<64x2x32xf32>) -> tensor<64x2x32xf32>
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<64x1x64xf32> into tensor<64x64xf32>
  %r = linalg.matmul ins(%rows, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = tensor.expand_shape %r [[0, 1], [2]] output_shape [64, 1, 64] : tensor<64x64xf32> into tensor<64x1x64xf32>
  return %c, %s : tensor<64x2x32xf32>, tensor<64x1x64xf32>
}

// Filters of a standardised layer add up to nought, too, but were learned.
// CHECK-LABEL: func.func @standardised
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x8x{{b?f16}}>, tensor<8x2x{{b?f16}}>)
func.func @standardised(%x: tensor<64x8xf32>, %w: tensor<8x64xf32>) -> (tensor<64x2xf32>, tensor<64x64xf32>) {
  %filters = arith.constant dense<[[0.5, -0.25], [-0.375, 0.125], [0.75, -0.875], [-0.625, 0.5], [0.875, 0.375], [-1.125, -0.75], [1.25, 1.125], [-1.25, -0.25]]> : tensor<8x2xf32>
  %zero = arith.constant dense<0.0> : tensor<64x2xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %filters : tensor<64x8xf32>, tensor<8x2xf32>) outs(%zero : tensor<64x2xf32>) -> tensor<64x2xf32>
  %r = linalg.matmul ins(%x, %w : tensor<64x8xf32>, tensor<8x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p, %r : tensor<64x2xf32>, tensor<64x64xf32>
}

// Of what a layer made, a stencil reads a rounded copy as other layers do.
// CHECK-LABEL: func.func @behind_a_layer
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x4x{{b?f16}}>, tensor<4x3x{{b?f16}}>)
func.func @behind_a_layer(%x: tensor<64x64xf32>, %w: tensor<64x4xf32>) -> tensor<64x3xf32> {
  %columns = arith.constant dense<[[-1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %zero = arith.constant dense<0.0> : tensor<64x4xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x3xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x4xf32>) outs(%zero : tensor<64x4xf32>) -> tensor<64x4xf32>
  %d = linalg.matmul ins(%h, %columns : tensor<64x4xf32>, tensor<4x3xf32>) outs(%zeros : tensor<64x3xf32>) -> tensor<64x3xf32>
  return %d : tensor<64x3xf32>
}

// A window that is computed and normalised, of which no constant is longer.
// CHECK-LABEL: func.func @window
// CHECK: linalg.conv_1d_ncw_fcw {{.*}}ins(%{{.*}}, %{{.*}} : tensor<64x1x66xf32>, tensor<1x1x3xf32>)
// CHECK: linalg.sub
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64x{{b?f16}}>, tensor<64x64x{{b?f16}}>)
func.func @window(%x: tensor<64x1x66xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %places = arith.constant dense<[[[-1.0, 0.0, 1.0]]]> : tensor<1x1x3xf32>
  %none = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : tensor<64x1x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %squares = arith.mulf %places, %places : tensor<1x1x3xf32>
  %negative = arith.negf %squares : tensor<1x1x3xf32>
  %bell = math.exp %negative : tensor<1x1x3xf32>
  %e = tensor.empty() : tensor<1x1xf32>
  %start = linalg.fill ins(%none : f32) outs(%e : tensor<1x1xf32>) -> tensor<1x1xf32>
  %total = linalg.reduce ins(%bell : tensor<1x1x3xf32>) outs(%start : tensor<1x1xf32>) dimensions = [2]
    (%in: f32, %init: f32) {
      %0 = arith.addf %in, %init : f32
      linalg.yield %0 : f32
    }
  %ee = tensor.empty() : tensor<1x1x3xf32>
  %totals = linalg.broadcast ins(%total : tensor<1x1xf32>) outs(%ee : tensor<1x1x3xf32>) dimensions = [2]
  %kernel = arith.divf %bell, %totals : tensor<1x1x3xf32>
  %mean = linalg.conv_1d_ncw_fcw ins(%x, %kernel : tensor<64x1x66xf32>, tensor<1x1x3xf32>) outs(%zero : tensor<64x1x64xf32>) -> tensor<64x1x64xf32>
  %inner = tensor.extract_slice %x[0, 0, 1] [64, 1, 64] [1, 1, 1] : tensor<64x1x66xf32> to tensor<64x1x64xf32>
  %o = tensor.empty() : tensor<64x1x64xf32>
  %left = linalg.sub ins(%inner, %mean : tensor<64x1x64xf32>, tensor<64x1x64xf32>) outs(%o : tensor<64x1x64xf32>) -> tensor<64x1x64xf32>
  %rows = tensor.collapse_shape %left [[0, 1], [2]] : tensor<64x1x64xf32> into tensor<64x64xf32>
  %r = linalg.matmul ins(%rows, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Plain sums of a window, by a row of ones; a bias as long as a row is no factor.
// CHECK-LABEL: func.func @sums_of_windows
// CHECK: tosa.conv2d {{.*}} : (tensor<1x8x8x3xf32>, tensor<1x3x3x3xf32>, tensor<1xf32>, {{.*}}) -> tensor<1x6x6x1xf32>
// CHECK: tosa.sub
// CHECK: tosa.conv2d {{.*}} : (tensor<1x6x6x64x{{b?f16}}>, tensor<64x1x1x64x{{b?f16}}>, {{.*}})
func.func @sums_of_windows(%x: tensor<1x8x8x3xf32>, %y: tensor<1x6x6x1xf32>, %z: tensor<1x6x6x64xf32>, %w: tensor<64x1x1x64xf32>) -> (tensor<1x6x6x1xf32>, tensor<1x6x6x64xf32>) {
  %ones = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x3xf32>}> : () -> tensor<1x3x3x3xf32>
  %none = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %bias = "tosa.const"() <{values = dense<1.0> : tensor<64xf32>}> : () -> tensor<64xf32>
  %sums = tosa.conv2d %x, %ones, %none, %none, %none {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<1x3x3x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x1xf32>
  %left = tosa.sub %y, %sums : (tensor<1x6x6x1xf32>, tensor<1x6x6x1xf32>) -> tensor<1x6x6x1xf32>
  %layer = tosa.conv2d %z, %w, %bias, %none, %none {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x6x6x64xf32>, tensor<64x1x1x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x64xf32>
  return %left, %layer : tensor<1x6x6x1xf32>, tensor<1x6x6x64xf32>
}
