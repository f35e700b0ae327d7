// Every message of transform.amp.*.
// RUN: amp-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected at least one of a category, 'accumulate(TYPE)', 'result(TYPE)' and 'precision(SIGNATURE)'}}
    transform.amp.set_precision %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected a float type, got 'i32'}}
    transform.amp.set_precision %root accumulate(i32) : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected assign to be one of optimal, greedy, fixpoint; got 'best'}}
    transform.amp.autocast %root {assign = "best"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected the options accumulate, assign, compute, dtype, fold_weights, policy, signature, strict_rules, unlisted; got 'polcy'}}
    transform.amp.autocast %root {polcy = "tensor-cores-only", mine.note = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected compute to be one of f32, low; got 'f16'}}
    transform.amp.autocast %root {compute = "f16"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected unlisted to be one of warn, error, ignore; got ''}}
    transform.amp.autocast %root {unlisted = ""} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @target(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{when applied to this op}}
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expected a signature of 1 operands and 1 results}}
    transform.amp.set_precision %exp precision(#amp.precision<() -> (), compute = f32, accumulate = f32>) : !transform.any_op
    transform.yield
  }
}

// -----

func.func @target(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{expected the target to be a module or a function, got 'math.exp'}}
    transform.amp.autocast %exp : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
