// What two terms begin with is found in any order of their ops: sums of one value
// with itself were walked again for each of its uses, until no steps were left.
// RUN: amp-opt %s --amp-autocast='bf16 signature=convert' | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-COUNT-3: linalg.sub ins({{.*}} : tensor<64xf32>, tensor<64xf32>)
func.func @main(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<64xf32>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.add ins(%0, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %3 = linalg.add ins(%2, %2 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %6 = linalg.add ins(%3, %3 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %7 = linalg.add ins(%6, %6 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %4 = linalg.sub ins(%c, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %5 = linalg.sub ins(%7, %4 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %5, %y : tensor<64xf32>, tensor<64x64xf32>
}
