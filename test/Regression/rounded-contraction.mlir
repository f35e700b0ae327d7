// RUN: amp-opt --amp-autocast="f16 signature=convert" %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-opt --amp-autocast="f16 signature=convert" %t.mlir | diff %t.mlir -

// A product that stays f32, since both of its factors do, and is rounded for the
// one that reads it. Its result was written f16 for nothing; a second conversion
// sees a cast that is paid for, and still leaves the product f32 (a random module,
// seed 79030367).

// CHECK-LABEL: func.func @rounded_by_conversion
// CHECK: %[[P:.*]] = tosa.matmul %{{.*}} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
// CHECK: arith.truncf %[[P]]
// CHECK: tosa.matmul %{{.*}} : (tensor<2x4x4xf16>, tensor<2x4x4xf16>
func.func @rounded_by_conversion(%x: tensor<2x4x4xf32>, %w: tensor<2x4x4xf32>, %condition: tensor<i1>) -> tensor<2x4x4xf32> {
  %n = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %end = "tosa.const"() <{values = dense<24> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %step = "tosa.const"() <{values = dense<0.1> : tensor<2x4x4xf32>}> : () -> tensor<2x4x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %turned = tosa.transpose %x {perms = array<i32: 0, 2, 1>} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %sum:2 = tosa.while_loop (%s = %turned, %i = %n) : (tensor<2x4x4xf32>, tensor<i32>) -> (tensor<2x4x4xf32>, tensor<i32>) {
    %more = tosa.greater %end, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%s: tensor<2x4x4xf32>, %i: tensor<i32>):
    %next = tosa.add %s, %step : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %j = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %j : tensor<2x4x4xf32>, tensor<i32>
  }
  %product = tosa.matmul %x, %sum#0, %zero, %zero : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
  %result = tosa.cond_if %condition (%unused = %w) : tensor<i1> (tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  ^bb0(%unused: tensor<2x4x4xf32>):
    %low = tosa.matmul %product, %w, %zero, %zero {amp.category = #amp.category<always>} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
    tosa.yield %low : tensor<2x4x4xf32>
  } else {
  ^bb0(%unused: tensor<2x4x4xf32>):
    tosa.yield %turned : tensor<2x4x4xf32>
  }
  return %result : tensor<2x4x4xf32>
}
