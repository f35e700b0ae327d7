// get_casts finds the casts of the conversion, not those of the user.
// RUN: amp-opt %s --transform-interpreter --verify-diagnostics

func.func @casts(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{a cast}}
  %0 = arith.truncf %a fastmath<contract> : tensor<8xf32> to tensor<8xf16>
  %1 = arith.truncf %a : tensor<8xf32> to tensor<8xf16>
  %2 = arith.addf %0, %1 fastmath<contract> : tensor<8xf16>
  // expected-remark @+1 {{a cast}}
  %3 = arith.extf %2 fastmath<contract> : tensor<8xf16> to tensor<8xf32>
  return %3 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %casts = transform.amp.get_casts in %functions : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %casts, "a cast" : !transform.any_op
    // Casts in nested targets come once.
    %nested = transform.merge_handles %functions, %casts : !transform.any_op
    %again = transform.amp.get_casts in %nested : (!transform.any_op) -> !transform.any_op
    %count = transform.num_associations %again : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @+1 {{2 : i64}}
    transform.debug.emit_param_as_remark %count : !transform.param<i64>
    transform.yield
  }
}
