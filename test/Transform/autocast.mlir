// The conversion as a transform, of a module and of one function.
// RUN: amp-opt %s --transform-interpreter --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @module
func.func @module(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %new = transform.amp.autocast %root {dtype = "bf16"} : (!transform.any_op) -> !transform.any_op
    // The handle that comes back is good.
    %casts = transform.amp.get_casts in %new : (!transform.any_op) -> !transform.any_op
    transform.annotate %casts "ours" : !transform.any_op
    transform.yield
  }
}

// -----

// Matchers choose, set_precision says, autocast obeys.
// CHECK-LABEL: func.func @obeys
func.func @obeys(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
  %1 = linalg.matmul {head} ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %head = transform.structured.match attributes{head} in %root : (!transform.any_op) -> !transform.any_op
    transform.amp.set_precision %head never : !transform.any_op
    %new = transform.amp.autocast %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @outside
func.func @outside(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// CHECK-LABEL: func.func @target
func.func @target(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %outside, %target = transform.split_handle %functions : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %new = transform.amp.autocast %target {policy = "default"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
