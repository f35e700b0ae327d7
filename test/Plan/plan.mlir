// A saved plan gives the same module byte for byte, also under another solver;
// an edited plan is followed; the difference is shown.
// RUN: amp-opt %s --amp-autocast="f16 save-plan=%t.plan" -o %t.1.mlir
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.plan
// RUN: amp-opt %s --amp-autocast="f16 plan=%t.plan save-plan=%t.2.plan" -o %t.2.mlir
// RUN: cmp %t.1.mlir %t.2.mlir
// RUN: cmp %t.plan %t.2.plan
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy plan=%t.plan" -o %t.3.mlir
// RUN: cmp %t.1.mlir %t.3.mlir

// PLAN: amp-plan 1 f32 f16
// PLAN: @main/arg#0: -> {{both|high}}
// PLAN: @main/linalg.matmul#0: low -> {{.+}} // plan.mlir:
// PLAN: @main/math.exp#0: -> {{.+}} // plan.mlir:
// PLAN: @main/linalg.matmul#1: low -> {{.+}} // encoder/1/attention

// One op by its path, the rest decided as usual.
// RUN: echo "amp-plan 1 f32 f16" > %t.edit
// RUN: echo "@main/linalg.matmul#1: high" >> %t.edit
// RUN: amp-opt %s --amp-autocast="f16 plan=%t.edit save-plan=%t.edited" | FileCheck %s --check-prefix=EDIT
// EDIT: linalg.matmul ins({{.*}}tensor<64x64xf16>, tensor<64x64xf16>)
// EDIT: linalg.matmul ins({{.*}}tensor<64x64xf32>, tensor<64x64xf32>)

// The same by location; a star matches any rest.
// RUN: echo "amp-plan 1 f32 f16" > %t.loc
// RUN: echo 'loc "encoder/1/*": high' >> %t.loc
// RUN: amp-opt %s --amp-autocast="f16 plan=%t.loc" | FileCheck %s --check-prefix=EDIT

// RUN: amp-opt %s --amp-diff-plan="%t.plan %t.edited" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIFF
// DIFF: ~ @main/linalg.matmul#1: low {{.*}}=> high
// RUN: not amp-opt %s --amp-diff-plan="%t.plan %t.edited require-same=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIFFER
// DIFFER: error: the plans {{.*}} differ
// RUN: amp-opt %s --amp-diff-plan="%t.plan %t.2.plan require-same=true" -o /dev/null 2>&1 | count 0

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  %d = linalg.matmul ins(%e, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/1/attention")
  return %d : tensor<64x64xf32>
}
