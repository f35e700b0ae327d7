// What nothing can refer to (a module of transform scripts, a pattern of PDL without a
// name) is dropped as what the entry does not reach is; so is docs/policy.md's script.
// RUN: amp-compile %s -o %t.so
// RUN: amp-compile %s --target=cuda:sm_80 --kernels=llvm -o %t.cuda.so
// RUN: amp-compile %amp_src/test/Docs/policy-transform.mlir --entry=model -o %t.policy.so
// RUN: amp-compile %amp_src/test/Docs/policy-transform.mlir --entry=model --target=cuda:sm_80 --kernels=llvm --autocast=bf16 -o %t.policy.so
// RUN: amp-opt %amp_src/test/Docs/policy-transform.mlir --transform-interpreter | amp-compile - --entry=model -o %t.policy.so
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = math.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
module @library attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
module {
  func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
}
pdl.pattern : benefit(1) {
  %op = pdl.operation "math.exp"
  pdl.rewrite %op with "rewriter"
}
pdl.pattern @named : benefit(1) {
  %op = pdl.operation "math.exp"
  pdl.rewrite %op with "rewriter"
}
