// f16 x f16 -> f16 added up in f16 on one target and in f32 on another: the type of
// the accumulator stands in the IR, and rounding is an op of its own
// (iree issue 19347).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @rounded
// CHECK: %[[M:.*]] = linalg.matmul {{.*}} outs({{.*}} : tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: arith.truncf %[[M]] fastmath<contract> : tensor<64x64xf32> to tensor<64x64x[[T]]>
// CHECK-NOT: linalg.matmul {{.*}} -> tensor<64x64x[[T]]>
// CHECK: return
func.func @rounded(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
