// An element that was extended for a pad and rounded again for it left the extension
// behind, read by nobody.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @element
// CHECK: tensor.extract
// CHECK-NOT: arith.extf
// CHECK: tensor.pad
func.func @element(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>, %d: tensor<66x66xf32>, %i: index) -> tensor<66x66xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = tensor.extract %0[%i, %i] : tensor<64x64xf32>
  %p = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%u: index, %w: index):
    tensor.yield %e : f32
  } : tensor<64x64xf32> to tensor<66x66xf32>
  %1 = linalg.matmul ins(%p, %p : tensor<66x66xf32>, tensor<66x66xf32>) outs(%d : tensor<66x66xf32>) -> tensor<66x66xf32>
  return %1 : tensor<66x66xf32>
}
