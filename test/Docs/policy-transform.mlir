// RUN: amp-opt --transform-interpreter %s | FileCheck %s
// CHECK-LABEL: func.func @model
func.func @model(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}tensor<64x64xbf16>, tensor<64x64xbf16>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  // CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
  %1 = linalg.matmul {head} ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %head = transform.structured.match attributes{head} in %root
        : (!transform.any_op) -> !transform.any_op
    transform.amp.set_precision %head never : !transform.any_op
    %new = transform.amp.autocast %root {dtype = "bf16", policy = "default"}
        : (!transform.any_op) -> !transform.any_op
    %casts = transform.amp.get_casts in %new
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
