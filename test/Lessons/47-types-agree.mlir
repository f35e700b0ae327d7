// A table of types beside the graph went stale: types of functions, block arguments
// and shared empty tensors agree after the rewrite (ModelOpt PR 611, issue 1565).
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt | FileCheck %s

// One tensor.empty serves a low and an f32 user: each has its own.
// CHECK-LABEL: func.func @shared_empty
// CHECK-DAG: %[[H:.*]] = tensor.empty() : tensor<64x64xf32>
// CHECK-DAG: %[[L:.*]] = tensor.empty() : tensor<64x64xf16>
// CHECK: linalg.negf {{.*}} outs(%[[L]] : tensor<64x64xf16>)
// CHECK: linalg.exp {{.*}} outs(%[[H]] : tensor<64x64xf32>)
func.func @shared_empty(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.negf ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.exp ins(%2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = linalg.matmul ins(%1, %2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3, %4 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A fill shared by a sum's start and a low value.
// CHECK-LABEL: func.func @shared_fill
// CHECK-DAG: %[[F:.*]] = linalg.fill {{.*}} -> tensor<64x64xf32>
// CHECK-DAG: linalg.fill {{.*}} -> tensor<64x64xf16>
// CHECK: linalg.matmul {{.*}} outs(%[[F]] : tensor<64x64xf32>)
func.func @shared_fill(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.max ins(%0, %f : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
