// A low maximum that is read as it is and stored, too, was widened and rounded
// again. What nobody reads wide in the end is not widened.
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy signature=convert" | FileCheck %s

// CHECK-LABEL: @both
// CHECK: %[[MAX:.*]] = vector.reduction <maximumf>, %{{.*}} : vector<8xf16> into f16
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[MAX]]
// CHECK-NEXT: tensor.splat %[[MAX]] : tensor<4x8xf16>
// CHECK: return %[[WIDE]]
func.func @both(%w: tensor<8x8xf32>, %o: tensor<4x8xf32>, %v: vector<8xf32>) -> (f32, tensor<4x8xf32>) {
  %max = vector.reduction <maximumf>, %v : vector<8xf32> into f32
  %s = tensor.splat %max : tensor<4x8xf32>
  %p = linalg.matmul ins(%s, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %max, %p : f32, tensor<4x8xf32>
}

// CHECK-LABEL: @stored
// CHECK: %[[MAX:.*]] = vector.reduction <maximumf>, %{{.*}} : vector<8xf16> into f16
// CHECK-NEXT: tensor.splat %[[MAX]] : tensor<4x8xf16>
func.func @stored(%w: tensor<8x8xf32>, %o: tensor<4x8xf32>, %v: vector<8xf32>) -> tensor<4x8xf32> {
  %max = vector.reduction <maximumf>, %v : vector<8xf32> into f32
  %s = tensor.splat %max : tensor<4x8xf32>
  %p = linalg.matmul ins(%s, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}

// CHECK-LABEL: @element
// CHECK: %[[X:.*]] = tensor.extract %{{.*}} : tensor<8xf16>
// CHECK-NEXT: tensor.splat %[[X]] : tensor<4x8xf16>
func.func @element(%w: tensor<8x8xf32>, %o: tensor<4x8xf32>, %v: tensor<8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %x = tensor.extract %v[%c0] : tensor<8xf32>
  %s = tensor.splat %x : tensor<4x8xf32>
  %p = linalg.matmul ins(%s, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}
