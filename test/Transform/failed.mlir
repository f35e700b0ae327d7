// A conversion that fails names the op that asked for it.
// RUN: not amp-opt %s --transform-interpreter -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: expected low type to be f16 or bf16, got 'f64'
// CHECK: failed.mlir:[[#@LINE+3]]:10: error: could not convert its target
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.amp.autocast %root {dtype = "f64"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
