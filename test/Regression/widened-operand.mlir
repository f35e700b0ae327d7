// A contraction that reads a low value widened by an earlier conversion was left
// in f32 by that conversion; a second one does not think again (found by amp-fuzz,
// seed 1209).
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-annotate=f16 | FileCheck %s --check-prefix=WHY

// CHECK-LABEL: func.func @widened
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xf32>, tensor<256x256xf32>)
// WHY: linalg.matmul {{.*}}bound by converted
func.func @widened(%x: tensor<64x256xf32>, %b: tensor<256x256xf16>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %w = arith.extf %b fastmath<contract> : tensor<256x256xf16> to tensor<256x256xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}

// The user's own widening says nothing.
// CHECK-LABEL: func.func @user
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xf16>, tensor<256x256xf16>)
func.func @user(%x: tensor<64x256xf32>, %b: tensor<256x256xf16>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %w = arith.extf %b : tensor<256x256xf16> to tensor<256x256xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}
