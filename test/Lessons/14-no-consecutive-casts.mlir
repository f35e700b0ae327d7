// Consecutive casts survived the pass: no value goes down and up again on the way
// from one op to the next (apache/tvm PR 10133).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @chain
// CHECK: %[[A:.*]] = linalg.matmul
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[A]] fastmath<contract> : tensor<64x64xf32> to tensor<64x64x[[T]]>
// CHECK-NOT: arith.extf %{{.*}} tensor
// CHECK: linalg.transpose ins(%[[L]] : tensor<64x64x[[T]]>)
// CHECK-NOT: arith.{{extf|truncf}} %{{.*}} tensor
// CHECK: linalg.max
// CHECK-NOT: arith.{{extf|truncf}} %{{.*}} tensor
// CHECK: linalg.matmul
func.func @chain(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.transpose ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %2 = linalg.max ins(%1, %1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// A delicate op reads the accumulator, not its rounding.
// CHECK-LABEL: func.func @to_never
// CHECK: %[[A:.*]] = linalg.matmul
// CHECK-NOT: arith
// CHECK: linalg.exp ins(%[[A]] : tensor<64x64xf32>)
func.func @to_never(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.exp ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
