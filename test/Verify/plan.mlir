// An op that the plan keeps high must not multiply low inputs, whatever it has
// become since; it is found again by its location.
// RUN: echo "amp-plan 1 f32 f16" > %t.plan
// RUN: echo 'loc "head": high' >> %t.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.plan 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-verify-precision -o /dev/null

// CHECK: error: {{.*}}reads 'f16', but the plan {{.*}} keeps the op at 'head' high
func.func @main(%a: tensor<8x8xf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32> loc("head")
  return %r : tensor<8x8xf32>
}
