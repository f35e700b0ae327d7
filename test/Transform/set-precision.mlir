// Handles from upstream matchers take attributes; the conversion obeys them.
// RUN: amp-opt %s --transform-interpreter --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @mm
func.func @mm(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: linalg.matmul {amp.category = #amp.category<never>}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: math.exp
  // CHECK-NOT: amp.category
  %1 = math.exp %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    // CHECK: transform.amp.set_precision %{{.*}} never : !transform.any_op
    transform.amp.set_precision %mm never : !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @all
func.func @all(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: math.exp
  // CHECK-SAME: amp.accumulate = f32, amp.category = #amp.category<always>
  // CHECK-SAME: amp.precision = #amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>
  // CHECK-SAME: amp.result = f16
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // CHECK: transform.amp.set_precision %{{.*}} always accumulate(f32) result(f16)
    // CHECK-SAME: precision(#amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>)
    transform.amp.set_precision %exp result(f16) accumulate(f32) always
      precision(#amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>) : !transform.any_op
    transform.yield
  }
}
