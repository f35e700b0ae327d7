// Tensors that take no part (unranked, or with an encoding) keep their type, and
// so does what has to have the same.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 accumulate=low" | FileCheck %s --check-prefix=LOW
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" | amp-opt --amp-autocast=f16

// An op that works at one type.
// CHECK-LABEL: func.func @elementwise(
// CHECK: %[[P:.*]] = tosa.matmul {{.*}}tensor<1x64x64xf16>{{.*}}-> tensor<1x64x64xf32>
// CHECK: tosa.add %[[P]], {{.*}} : (tensor<1x64x64xf32>, tensor<*xf32>) -> tensor<1x64x64xf32>
// CHECK: tosa.add {{.*}} : (tensor<1x64x64xf32>, tensor<1x64x64xf32, "tiles">) -> tensor<1x64x64xf32>
func.func @elementwise(%a: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>, %u: tensor<*xf32>,
                       %t: tensor<1x64x64xf32, "tiles">) -> tensor<1x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %1 = tosa.add %0, %u : (tensor<1x64x64xf32>, tensor<*xf32>) -> tensor<1x64x64xf32>
  %2 = tosa.add %1, %t : (tensor<1x64x64xf32>, tensor<1x64x64xf32, "tiles">) -> tensor<1x64x64xf32>
  %3 = tosa.matmul %2, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %3 : tensor<1x64x64xf32>
}

// A view of one from the other, and a product into one.
// CHECK-LABEL: func.func @views(
// CHECK: tosa.matmul {{.*}}tensor<1x64x64xf16>{{.*}}-> tensor<*xf32>
// CHECK: tosa.identity {{.*}} : (tensor<*xf32>) -> tensor<1x64x64xf32>
// CHECK: tosa.matmul {{.*}}tensor<1x64x64xf16>{{.*}}-> tensor<1x64x64xf32>
// CHECK: tosa.identity {{.*}} : (tensor<1x64x64xf32>) -> tensor<*xf32>
// LOW-LABEL: func.func @views(
// LOW: tosa.matmul {{.*}}tensor<1x64x64xf16>{{.*}}-> tensor<*xf32>
// LOW: tosa.matmul {{.*}}tensor<1x64x64xf16>{{.*}}-> tensor<1x64x64xf16>
func.func @views(%a: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<*xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  %1 = tosa.identity %0 : (tensor<*xf32>) -> tensor<1x64x64xf32>
  %2 = tosa.matmul %1, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %3 = tosa.identity %2 : (tensor<1x64x64xf32>) -> tensor<*xf32>
  return %3 : tensor<*xf32>
}

// A bias goes with the result of its convolution.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[B:[^:]*]]: tensor<8xf32>)
// CHECK-NOT: arith.extf
// CHECK: tosa.conv2d %{{.*}}, %{{.*}}, %[[B]], {{.*}}tensor<8x3x3x8xf16>, tensor<8xf32>, {{.*}}-> tensor<*xf32>
func.func @bias(%a: tensor<1x16x16x8xf32>, %w: tensor<8x3x3x8xf32>, %b: tensor<8xf32>) -> tensor<*xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.conv2d %a, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %1 = tosa.conv2d %0, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// What one branch yields in a form that stays, and what comes into a region so.
// CHECK-LABEL: func.func @branch(
// CHECK: tosa.cond_if {{.*}} -> (tensor<1x64x64xf32>, tensor<1x64x64xf16>)
// CHECK: ^bb0(%[[X:.*]]: tensor<1x64x64xf32>)
// CHECK: arith.truncf %[[X]]
// CHECK: tosa.yield {{.*}} : tensor<1x64x64xf32>, tensor<1x64x64xf16>
func.func @branch(%c: tensor<i1>, %a: tensor<*xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0:2 = tosa.cond_if %c (%p = %a) : tensor<i1> (tensor<*xf32>) -> (tensor<1x64x64xf32>, tensor<1x64x64xf32>) {
  ^bb0(%x: tensor<1x64x64xf32>):
    %1 = tosa.matmul %x, %w, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
    tosa.yield %1, %1 : tensor<1x64x64xf32>, tensor<1x64x64xf32>
  } else {
  ^bb0(%x: tensor<1x64x64xf32>):
    tosa.yield %a, %w : tensor<*xf32>, tensor<1x64x64xf32>
  }
  %2 = tosa.matmul %0#0, %0#1, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %2 : tensor<1x64x64xf32>
}
