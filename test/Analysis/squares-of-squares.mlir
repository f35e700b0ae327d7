// A fourth power before a sum is a square of a square: both are f32 in f16, the
// exponents of which a power uses up (bf16 has f32's).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -

// CHECK-LABEL: func.func @fourth_norm(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: %[[T:.*]] = math.absf %[[H]] : tensor<16x64xf32>
// CHECK: %[[S:.*]] = arith.mulf %[[T]], %[[T]] : tensor<16x64xf32>
// CHECK: %[[F:.*]] = arith.mulf %[[S]], %[[S]] : tensor<16x64xf32>
// CHECK: linalg.reduce {{.*}}ins(%[[F]] : tensor<16x64xf32>)
func.func @fourth_norm(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %t = math.absf %h : tensor<16x64xf32>
  %s = arith.mulf %t, %t : tensor<16x64xf32>
  %f = arith.mulf %s, %s : tensor<16x64xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.reduce { arith.addf } ins(%f : tensor<16x64xf32>) outs(%z1 : tensor<16xf32>) dimensions = [1]
  return %sum : tensor<16xf32>
}
