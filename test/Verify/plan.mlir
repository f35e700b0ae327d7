// An op that the plan keeps high must not multiply low inputs, whatever it has
// become since; it is found again by its location.
// RUN: echo "amp-plan 1 f32 f16" > %t.plan
// RUN: echo 'loc "head": high' >> %t.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.plan 2>&1 | FileCheck %s
// RUN: amp-opt %s --amp-verify-precision -o /dev/null

// So is an op at a location that starts as the entry says, one that was fused
// with another, and, without locations, one at its path.
// RUN: echo "amp-plan 1 f32 f16" > %t.all.plan
// RUN: echo 'loc "*": high' >> %t.all.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.all.plan 2>&1 | FileCheck %s --check-prefix=ALL
// ALL-COUNT-2: error: {{.*}}reads 'f16', but the plan {{.*}} keeps the op at '*' high
// RUN: echo "amp-plan 1 f32 f16" > %t.path.plan
// RUN: echo '@main/linalg.matmul#0: high // why' >> %t.path.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.path.plan 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: error: {{.*}}reads 'f16', but the plan {{.*}} keeps '@main/linalg.matmul#0' high
// RUN: echo "amp-plan 1 f32 f16" > %t.fused.plan
// RUN: echo '@gone/linalg.matmul#7: high // tail' >> %t.fused.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.fused.plan 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: error: {{.*}}reads 'f16', but the plan {{.*}} keeps '@gone/linalg.matmul#7' high

// A location that a low op has too says nothing, and a path whose op has the
// location of another entry is not meant: ops before it went away.
// RUN: echo "amp-plan 1 f32 f16" > %t.low.plan
// RUN: echo '@gone/linalg.matmul#0: low // head' >> %t.low.plan
// RUN: echo '@main/linalg.matmul#0: high // elsewhere' >> %t.low.plan
// RUN: echo 'loc "he*": high' >> %t.low.plan
// RUN: amp-opt %s --amp-verify-precision=plan=%t.low.plan -o /dev/null

// What matches nothing is an error, not a check that passes.
// RUN: echo "amp-plan 1 f32 f16" > %t.nothing.plan
// RUN: echo 'loc "heads*": high' >> %t.nothing.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.nothing.plan 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: nothing.plan:2:1: error: plan entry 'loc "heads*"' matches no op
// RUN: echo "amp-plan 1 f32 f16" > %t.none.plan
// RUN: echo '@gone/linalg.matmul#1: low' >> %t.none.plan
// RUN: echo '@gone/linalg.matmul#0: high' >> %t.none.plan
// RUN: not amp-opt %s --amp-verify-precision=plan=%t.none.plan 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: none.plan:3:1: error: plan entry '@gone/linalg.matmul#0' matches no op by location or path, nor does any other; print the module with --mlir-print-debuginfo

// CHECK: error: {{.*}}reads 'f16', but the plan {{.*}} keeps the op at 'head' high
func.func @main(%a: tensor<8x8xf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32> loc("head")
  %s = linalg.matmul ins(%a, %a : tensor<8x8xf16>, tensor<8x8xf16>) outs(%r : tensor<8x8xf32>) -> tensor<8x8xf32> loc(fused["tail", "end"])
  return %s : tensor<8x8xf32>
}
