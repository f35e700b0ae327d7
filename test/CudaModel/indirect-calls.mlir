// An indirect call of a function that is known, at once or once another call is
// inlined, is inlined as a direct one.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-1: call @pointwise_0(
// CHECK-NOT:     call
// CHECK:       func.func private @pointwise_0({{.*}} attributes {amp.kernel}
// CHECK-COUNT-3: math.tanh
// CHECK-NOT:   func.func
func.func private @g(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = math.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @twice(%f: (tensor<8x8xf32>) -> tensor<8x8xf32>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call_indirect %f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call_indirect %f(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %g = constant @g : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = call_indirect %g(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @twice(%g, %0) : ((tensor<8x8xf32>) -> tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
