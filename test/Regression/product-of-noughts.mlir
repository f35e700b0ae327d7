// A product of two constants, one of them noughts that a fill made, kept its
// digits, as if it were of inputs; with its factors low, converting again found
// it rounded and computed low what it goes into.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

// CHECK-LABEL: func.func @noughts(
// CHECK: linalg.matmul ins({{.*}} : tensor<8x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<8x64xf16>, tensor<64x64xf16>)
func.func @noughts(%data: tensor<64x64xf32>, %other: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %row = tensor.empty() : tensor<8xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %empty = tensor.empty() : tensor<8x64xf32>
  %noughts = linalg.broadcast ins(%filled : tensor<8xf32>) outs(%empty : tensor<8x64xf32>) dimensions = [1]
  %square = tensor.empty() : tensor<64x64xf32>
  %ones = linalg.broadcast ins(%one : tensor<64xf32>) outs(%square : tensor<64x64xf32>) dimensions = [0]
  %product = linalg.matmul ins(%noughts, %ones : tensor<8x64xf32>, tensor<64x64xf32>) outs(%noughts : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x64xf32>) -> tensor<8x64xf32>
  %second = linalg.matmul ins(%product, %data : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %result = arith.mulf %other, %second : tensor<8x64xf32>
  return %result : tensor<8x64xf32>
}
