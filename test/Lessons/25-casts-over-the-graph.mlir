// A few f32 tensors forced casts around every op: where nothing absorbs a cast, a
// chain between f32 ends stays f32, one between products stays low
// (diffusers PR 511, issue 2021).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @island
// CHECK: %[[E:.*]] = math.exp %{{.*}} : tensor<64x64xf32>
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[E]], %{{.*}} : tensor<64x64xf32>
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %[[E]] : tensor<64x64xf32>
// CHECK-NEXT: %[[L:.*]] = math.log %[[B]] : tensor<64x64xf32>
// CHECK-NEXT: %[[D:.*]] = arith.truncf %[[L]] fastmath<contract>
// CHECK: linalg.matmul ins(%[[D]],
// CHECK-NOT: arith.extf
// CHECK: return
func.func @island(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.exp %0 : tensor<64x64xf32>
  %2 = arith.addf %1, %0 : tensor<64x64xf32>
  %3 = arith.mulf %2, %1 : tensor<64x64xf32>
  %4 = math.log %3 : tensor<64x64xf32>
  %5 = linalg.matmul ins(%4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = arith.addf %5, %5 : tensor<64x64xf32>
  %7 = arith.negf %6 : tensor<64x64xf32>
  %8 = linalg.matmul ins(%7, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %8 : tensor<64x64xf32>
}
