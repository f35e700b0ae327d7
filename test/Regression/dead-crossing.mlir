// An element that leaves one low tensor for another: the cast that the first op
// makes for it is gone once the second reads the element as it is.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// CHECK-LABEL: func.func @move
// CHECK: %[[ELEMENT:.*]] = tensor.extract %{{.*}} : tensor<8x8xf16>
// CHECK-NEXT: tensor.insert %[[ELEMENT]] into %{{.*}} : tensor<8x8xf16>
func.func @move(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %v = tensor.extract %p[%c0, %c1] : tensor<8x8xf32>
  %i = tensor.insert %v into %p[%c1, %c0] : tensor<8x8xf32>
  %q = linalg.matmul ins(%i, %y : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %q : tensor<8x8xf32>
}
