// The rules of a nested module's policy hold inside of it, over those of the
// modules around it.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

// CHECK-LABEL: func.func @outer
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
// CHECK-LABEL: func.func @inner
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf32>, tensor<8x8xf32>)
// CHECK-LABEL: func.func @sibling
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @outer(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
module @nested {
  amp.policy @mine {
    amp.rule op("linalg.matmul") never
  }
  func.func @inner(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
module @other {
  func.func @sibling(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
amp.policy @all {
  amp.rule op("linalg.matmul") always
}
