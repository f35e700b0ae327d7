// CSE in front of the conversion merges no op of which something else is said
// than of its equal: one in a disabled scope, one at a place that a rule names.
// RUN: amp-opt --amp-autocast-pipeline %s --split-input-file | FileCheck %s
// RUN: amp-opt --amp-merge-equal-ops %s --split-input-file | FileCheck %s --check-prefix=MERGED --implicit-check-not=amp_said
// RUN: amp-opt --amp-merge-equal-ops --cse %s --split-input-file | FileCheck %s --check-prefix=CSE
// RUN: amp-opt --pass-pipeline='builtin.module(amp-merge-equal-ops{bf16})' %s --split-input-file | FileCheck %s --check-prefix=BF16
// RUN: not amp-opt --amp-merge-equal-ops=f8 %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not amp-opt --amp-merge-equal-ops=policy=none %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=POLICY
// TYPE: error: expected low type to be f16 or bf16, got 'f8'
// POLICY: error: expected a policy file, or one of the presets

// CHECK-LABEL: func.func @disabled
// CHECK: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
// CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
// Two products outside are one, two inside, too; those of an enabled scope are
// those outside.
// MERGED-LABEL: func.func @disabled
// MERGED: %[[OUT:.*]] = linalg.matmul
// MERGED-NOT: linalg.matmul
// MERGED: amp.autocast enabled(false)
// MERGED: %[[IN:.*]] = linalg.matmul
// MERGED-NOT: linalg.matmul
// MERGED: arith.addf %[[IN]], %[[IN]]
// MERGED: arith.addf %[[OUT]], %[[OUT]]
// What this test is about.
// CSE-LABEL: func.func @disabled
// CSE: linalg.matmul
// CSE-NOT: linalg.matmul
// CSE: return
func.func @disabled(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %5 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    %6 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    %7 = arith.addf %5, %6 : tensor<64x64xf32>
    amp.yield %7 : tensor<64x64xf32>
  }
  %3 = amp.autocast -> tensor<64x64xf32> {
    %5 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %5 : tensor<64x64xf32>
  }
  %4 = arith.addf %0, %1 : tensor<64x64xf32>
  return %2, %3, %4 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A scope of another type says something of f16, nothing of bf16.
// CHECK-LABEL: func.func @other_type
// CHECK: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
// CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
// BF16-LABEL: func.func @other_type
// BF16-COUNT-1: linalg.matmul
// BF16-NOT: linalg.matmul
// BF16: return
func.func @other_type(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = amp.autocast dtype(bf16) -> tensor<64x64xf32> {
    %2 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %2 : tensor<64x64xf32>
  }
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @places
// CHECK: linalg.matmul {{.*}}tensor<64x64xf16>, tensor<64x64xf16>
// CHECK: linalg.matmul {{.*}}tensor<64x64xf32>, tensor<64x64xf32>
func.func @places(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("a")
  %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32> loc("keep")
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
amp.policy @p {
  amp.rule op("linalg.matmul") location("keep") never
}
