// A square that two sums read stays f32 for both, whichever comes first: one that
// absorbs no cast would read a low copy, made for others.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast='f16 assign=greedy' | FileCheck %s

// CHECK-LABEL: func.func @window_first(
// CHECK: %[[SQUARES:.*]] = arith.mulf {{.*}} : tensor<1x8x8x64xf32>
// CHECK-NOT: arith.truncf %[[SQUARES]]
func.func @window_first(%x: tensor<1x8x8x64xf32>, %w: tensor<1x64x64xf32>, %more: i1) -> (tensor<1x7x7x64xf32>, tensor<1x4x4x64xf32>, tensor<1x8x8x64xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %kernel = tensor.empty() : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x7x7x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %e = tensor.empty() : tensor<1x64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %flat = tensor.collapse_shape %x [[0], [1, 2], [3]] : tensor<1x8x8x64xf32> into tensor<1x64x64xf32>
  %product = linalg.batch_matmul ins(%flat, %w : tensor<1x64x64xf32>, tensor<1x64x64xf32>) outs(%zeros : tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %y = tensor.expand_shape %product [[0], [1, 2], [3]] output_shape [1, 8, 8, 64] : tensor<1x64x64xf32> into tensor<1x8x8x64xf32>
  %squares = arith.mulf %y, %y : tensor<1x8x8x64xf32>
  %sum = linalg.pooling_nhwc_sum ins(%squares, %kernel : tensor<1x8x8x64xf32>, tensor<2x2xf32>) outs(%init : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %mean = tosa.avg_pool2d %squares, %zp, %zp {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x64xf32>
  %chosen = scf.if %more -> (tensor<1x8x8x64xf32>) {
    scf.yield %squares : tensor<1x8x8x64xf32>
  } else {
    scf.yield %y : tensor<1x8x8x64xf32>
  }
  return %sum, %mean, %chosen : tensor<1x7x7x64xf32>, tensor<1x4x4x64xf32>, tensor<1x8x8x64xf32>
}

// CHECK-LABEL: func.func @mean_first(
// CHECK: %[[SQUARES:.*]] = arith.mulf {{.*}} : tensor<1x8x8x64xf32>
// CHECK-NOT: arith.truncf %[[SQUARES]]
func.func @mean_first(%x: tensor<1x8x8x64xf32>, %w: tensor<1x64x64xf32>, %more: i1) -> (tensor<1x7x7x64xf32>, tensor<1x4x4x64xf32>, tensor<1x8x8x64xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %kernel = tensor.empty() : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x7x7x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %e = tensor.empty() : tensor<1x64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %flat = tensor.collapse_shape %x [[0], [1, 2], [3]] : tensor<1x8x8x64xf32> into tensor<1x64x64xf32>
  %product = linalg.batch_matmul ins(%flat, %w : tensor<1x64x64xf32>, tensor<1x64x64xf32>) outs(%zeros : tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %y = tensor.expand_shape %product [[0], [1, 2], [3]] output_shape [1, 8, 8, 64] : tensor<1x64x64xf32> into tensor<1x8x8x64xf32>
  %squares = arith.mulf %y, %y : tensor<1x8x8x64xf32>
  %mean = tosa.avg_pool2d %squares, %zp, %zp {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x64xf32>
  %sum = linalg.pooling_nhwc_sum ins(%squares, %kernel : tensor<1x8x8x64xf32>, tensor<2x2xf32>) outs(%init : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %chosen = scf.if %more -> (tensor<1x8x8x64xf32>) {
    scf.yield %squares : tensor<1x8x8x64xf32>
  } else {
    scf.yield %y : tensor<1x8x8x64xf32>
  }
  return %sum, %mean, %chosen : tensor<1x7x7x64xf32>, tensor<1x4x4x64xf32>, tensor<1x8x8x64xf32>
}
