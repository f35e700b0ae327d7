// Casts were appended at the end of the node list, after their users: every cast
// stands behind its operand and before its uses, across blocks too
// (onnxconverter issues 208, 256).
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt -o /dev/null
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @blocks
// CHECK: ^bb1:
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]]
// CHECK: ^bb2:
// CHECK: linalg.matmul ins(%[[L]],
// CHECK: ^bb3:
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
func.func @blocks(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  cf.br ^a
^a:
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  cf.cond_br %p, ^b, ^d
^b:
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
^d:
  %2 = linalg.matmul ins(%w, %0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
