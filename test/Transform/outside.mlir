// Of a function's module, only the function is converted: outside, scopes stay,
// attributes and rules ask for nothing, and nobody is warned.
// RUN: amp-opt %s --transform-interpreter --allow-unregistered-dialect --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @scope
// CHECK: amp.autocast enabled(false)
// CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
func.func @scope(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
// CHECK-LABEL: func.func @attribute
// CHECK: linalg.matmul {amp.category = #amp.category<always>, amp.result = f16} {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-NEXT: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-NEXT: "test.unlisted"
// CHECK-NEXT: return
func.func @attribute(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {amp.category = #amp.category<always>, amp.result = f16} ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("ruled")
  %2 = "test.unlisted"(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
// CHECK-LABEL: func.func private @callee
// CHECK-SAME: (%{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @callee(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
// CHECK-LABEL: func.func @target
// CHECK-COUNT-2: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
func.func @target(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @callee(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
amp.policy @p {
  amp.rule op("linalg.matmul") location("ruled") always result(f16)
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %target = transform.structured.match attributes{sym_name = "target"} in %root : (!transform.any_op) -> !transform.any_op
    %new = transform.amp.autocast %target {strict_rules = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// One after the other: the second obeys the scope that the first left alone.
// CHECK-LABEL: func.func @first
// CHECK: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
func.func @first(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// CHECK-LABEL: func.func @second
// CHECK-NOT: amp.autocast
// CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
func.func @second(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %first = transform.structured.match attributes{sym_name = "first"} in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match attributes{sym_name = "second"} in %root : (!transform.any_op) -> !transform.any_op
    %new = transform.amp.autocast %first : (!transform.any_op) -> !transform.any_op
    %newer = transform.amp.autocast %second : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
