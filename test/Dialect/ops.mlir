// Every op of the dialect survives printing and parsing, in both forms.
// RUN: amp-opt %s --allow-unregistered-dialect | amp-opt --allow-unregistered-dialect | FileCheck %s
// RUN: amp-opt %s --allow-unregistered-dialect --mlir-print-op-generic | amp-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: amp.policy @matchers {
amp.policy @matchers {
  // CHECK-NEXT: amp.rule op("linalg.matmul") location("encoder/.*/attention") never
  amp.rule op("linalg.matmul") location("encoder/.*/attention") never
  // CHECK-NEXT: amp.rule op("linalg.conv_2d_*") operand(1) dim(0) below(64) never
  amp.rule op("linalg.conv_2d_*") operand(1) dim(0) below(64) never
  // CHECK-NEXT: amp.rule op("linalg.batch_matmul") always accumulate(f32) result(f16)
  amp.rule op("linalg.batch_matmul") always accumulate(f32) result(f16)
  // CHECK-NEXT: amp.rule dialect("{tosa,math}") follow
  amp.rule dialect("{tosa,math}") follow
  // CHECK-NEXT: amp.rule at("model.py":42) never
  amp.rule at("model.py":42) never
  // CHECK-NEXT: amp.rule at("model.py") follow
  amp.rule at("model.py") follow
  // CHECK-NEXT: amp.rule function("forward*") accumulate(f32)
  amp.rule function("forward*") accumulate(f32)
  // CHECK-NEXT: amp.rule contains("math.exp") never
  amp.rule contains("math.exp") never
  // CHECK-NEXT: amp.rule declares(follow) trait(sum) never
  amp.rule declares(follow) trait(sum) never
  // CHECK-NEXT: amp.rule operand(0) rank at_least(2) below(5) result(1) size at_least(4096) never
  amp.rule operand(0) rank at_least(2) below(5) result(1) size at_least(4096) never
  // CHECK-NEXT: amp.rule operand(1) shape(3x3x?x?) result(0) shape() always
  amp.rule operand(1) shape(3x3x?x?) result(0) shape() always
  // CHECK-NEXT: amp.rule attr("groups" = 4 : i64) attr("padded") never
  amp.rule attr("padded") attr("groups" = 4 : i64) never
  // Order does not matter when reading.
  // CHECK-NEXT: amp.rule op("linalg.dot") never result(bf16) because("too {{.*}}noisy{{.*}}") attributes {note = 1 : i64}
  amp.rule because("too \"noisy\"") result(bf16) never op("linalg.dot") attributes {note = 1 : i64}
  // A rule without matchers holds for every op.
  // CHECK-NEXT: amp.rule follow
  amp.rule follow
}

// CHECK-LABEL: amp.policy @empty {
amp.policy @empty {
}

// CHECK-LABEL: func.func @scopes
func.func @scopes(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[R:.*]]:2 = amp.autocast dtype(bf16) cache(false) -> tensor<4xf32>, i32 {
  %r:2 = amp.autocast dtype(bf16) cache(false) -> tensor<4xf32>, i32 {
    // CHECK: %[[I:.*]] = amp.autocast enabled(false) -> tensor<4xf32> {
    %inner = amp.autocast enabled(false) -> tensor<4xf32> {
      %0 = math.exp %a : tensor<4xf32>
      // CHECK: amp.yield %{{.*}} : tensor<4xf32>
      amp.yield %0 : tensor<4xf32>
    }
    %c = arith.constant 1 : i32
    // CHECK: amp.yield %[[I]], %{{.*}} : tensor<4xf32>, i32
    amp.yield %inner, %c : tensor<4xf32>, i32
  }
  // A scope without results needs no yield.
  // CHECK: amp.autocast {
  // CHECK-NEXT: "test.effect"
  // CHECK-NEXT: }
  amp.autocast {
    "test.effect"() : () -> ()
  }
  return %r#0 : tensor<4xf32>
}
