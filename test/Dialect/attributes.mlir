// Every attribute of the dialect survives printing and parsing.
// RUN: amp-opt %s --allow-unregistered-dialect | amp-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @on_ops
// CHECK-SAME: %{{.*}}: tensor<4xf32> {amp.range = array<f64: -1.000000e+00, 1.000000e+00>}
func.func @on_ops(%a: tensor<4xf32> {amp.range = array<f64: -1.0, 1.0>}) -> tensor<4xf32> {
  // CHECK: amp.category = #amp.category<never>
  %0 = math.exp %a {amp.category = #amp.category<never>} : tensor<4xf32>
  // CHECK: amp.precision = #amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>
  %1 = math.exp %0 {amp.precision = #amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>} : tensor<4xf32>
  // CHECK: amp.accumulate = f32, amp.result = f16
  %2 = math.exp %1 {amp.accumulate = f32, amp.result = f16} : tensor<4xf32>
  // CHECK: amp.reason = "because"
  %3 = math.exp %2 {amp.reason = "because"} : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: "test.attributes"
// CHECK-SAME: a = #amp.category<always>, b = #amp.category<follow>
// CHECK-SAME: c = #amp.bound<operand(1) dim(0) below(64)>
// CHECK-SAME: d = #amp.bound<result(0) rank at_least(3) below(5)>
// CHECK-SAME: e = #amp.bound<operand(0) size at_least(4096)>
// CHECK-SAME: f = #amp.bound<operand(1) shape(3x3x?x?)>
// CHECK-SAME: g = #amp.rule_trait<sum>
// CHECK-SAME: h = #amp.precision<() -> (), compute = f32, accumulate = f32>
"test.attributes"() {
  a = #amp.category<always>, b = #amp.category<follow>,
  c = #amp.bound<operand(1) dim(0) below(64)>,
  d = #amp.bound<result(0) rank below(5) at_least(3)>,
  e = #amp.bound<operand(0) size at_least(4096)>,
  f = #amp.bound<operand(1) shape(3x3x?x?)>,
  g = #amp.rule_trait<sum>,
  h = #amp.precision<() -> (), compute = f32, accumulate = f32>
} : () -> ()
