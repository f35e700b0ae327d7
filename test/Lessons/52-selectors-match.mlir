// Three of four ways to name a layer failed without a word: a rule that matches
// nothing warns, or fails when asked (onnxsim PR 1303).
// RUN: amp-opt --amp-autocast=f16 %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt --amp-autocast="f16 strict-rules=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

amp.policy @mine {
  // CHECK: :[[@LINE+2]]:3: warning: the rule matched no op
  // STRICT: :[[@LINE+1]]:3: error: expected the rule to match an op, but it matched none
  amp.rule op("linalg.matmul") location("decoder/.*") never
}
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("encoder/0")
  return %0 : tensor<64x64xf32>
}
