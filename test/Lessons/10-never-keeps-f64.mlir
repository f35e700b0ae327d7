// NEVER cast f16 operands up to f32, and f64 operands down to it: it means the
// type that the op had (apache/tvm issue 17254, PR 17263).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @never
// CHECK-SAME: (%[[D:arg[0-9]+]]: tensor<64x64xf64>, %[[H:arg[0-9]+]]: tensor<64x64xf16>
// CHECK: math.exp %[[D]] : tensor<64x64xf64>
// CHECK: math.exp %[[H]] : tensor<64x64xf16>
// CHECK: arith.extf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf64>
// CHECK: math.log %{{.*}} : tensor<64x64xf64>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @never(%d: tensor<64x64xf64>, %h: tensor<64x64xf16>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf64>, tensor<64x64xf16>, tensor<64x64xf64>, tensor<64x64xf32>) {
  %0 = math.exp %d : tensor<64x64xf64>
  %1 = math.exp %h : tensor<64x64xf16>
  %2 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = arith.extf %2 : tensor<64x64xf32> to tensor<64x64xf64>
  %4 = math.log %3 : tensor<64x64xf64>
  %5 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1, %4, %5 : tensor<64x64xf64>, tensor<64x64xf16>, tensor<64x64xf64>, tensor<64x64xf32>
}
