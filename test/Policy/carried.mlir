// Rules, and disabled scopes, about what loops, choices and calls hand on.
// RUN: amp-opt %s --amp-autocast=f16 --verify-diagnostics -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-annotate=f16 -split-input-file | FileCheck %s --check-prefix=WHY

// WHY: autocast region, disabled); stays f32, bound by policy; not f16: fixed high: policy

// CHECK-LABEL: func.func @carried(
// CHECK: scf.if {{.*}} -> (tensor<64x64xf16>)
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: scf.for {{.*}} -> (tensor<64x64xf16>)
// CHECK: call @kept(%{{.*}}) {{.*}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: func.func private @kept(%{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
amp.policy @p {
  amp.rule op("scf.if") attr("ruled") never
  amp.rule op("scf.if") attr("stored") result(f32)
}
func.func @carried(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %z: tensor<64x64xf32>, %c: i1) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %p : tensor<64x64xf32>
  } else {
    scf.yield %q : tensor<64x64xf32>
  }
  %1 = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %p : tensor<64x64xf32>
  } else {
    scf.yield %q : tensor<64x64xf32>
  } {ruled}
  %2 = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %p : tensor<64x64xf32>
  } else {
    scf.yield %q : tensor<64x64xf32>
  } {stored}
  %3 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %s = scf.if %c -> (tensor<64x64xf32>) {
      scf.yield %p : tensor<64x64xf32>
    } else {
      scf.yield %q : tensor<64x64xf32>
    }
    amp.yield %s : tensor<64x64xf32>
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p) -> (tensor<64x64xf32>) {
    %m = arith.maximumf %a, %q : tensor<64x64xf32>
    scf.yield %m : tensor<64x64xf32>
  } {amp.category = #amp.category<never>}
  %5 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p) -> (tensor<64x64xf32>) {
    %m = arith.addf %a, %q : tensor<64x64xf32>
    scf.yield %m : tensor<64x64xf32>
  } {amp.result = f16}
  %6 = func.call @kept(%p) {amp.category = #amp.category<never>} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = linalg.matmul ins(%1, %2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = linalg.matmul ins(%3, %4 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%7 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %9 = linalg.matmul ins(%5, %6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%8 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %10 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %10 : tensor<64x64xf32>
}
func.func private @kept(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = math.tanh %a : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @cannot(
// CHECK: scf.if {{.*}} -> (tensor<64x64xf32>)
func.func @cannot(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %z: tensor<64x64xf32>, %c: i1) -> tensor<64x64xf32> {
  %big = arith.constant dense<1.0e5> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-warning @+1 {{a rule asks for a result in 'f16', which cannot hold all that the op hands on}}
  %0 = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %p : tensor<64x64xf32>
  } else {
    scf.yield %big : tensor<64x64xf32>
  } {amp.result = f16}
  %1 = arith.addf %0, %p : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
