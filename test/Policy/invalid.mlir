// An error in a policy is located in the policy file, exits with 1 and writes
// nothing; a rule that matches nothing warns, or fails if strict.
// RUN: split-file %s %t
// RUN: not amp-opt --amp-autocast="f16 policy=%t/regex.mlir" %t/model.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: not ls %t/out.mlir
// REGEX: regex.mlir:2:3: error: {{.*}}expected location(...) to be a POSIX extended regular expression, got '*':

// RUN: not amp-opt --amp-autocast="f16 policy=%t/name.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: name.mlir:3:3: error: {{.*}}expected op(...) to be an op name 'dialect.op' or a glob of that form, got 'matmul'

// RUN: not amp-opt --amp-autocast="f16 policy=%t/type.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: type.mlir:2:3: error: {{.*}}expected accumulate(...) to be a float type, got 'i32'

// RUN: not amp-opt --amp-autocast="f16 policy=%t/conflict.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=CONFLICT
// CONFLICT: conflict.mlir:5:3: error: {{.*}}expected one category for these matchers
// CONFLICT: conflict.mlir:2:3: note: the earlier rule is here

// RUN: not amp-opt --amp-autocast="f16 policy=%t/syntax.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.mlir:2:29: error: {{.*}}expected 'dim(N)', 'rank', 'size' or 'shape(...)' after 'operand(1)'

// RUN: not amp-opt --amp-autocast="f16 policy=%t/other-op.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: other-op.mlir:1:1: error: expected only 'amp.policy' ops in a policy file, got 'func.func'

// RUN: not amp-opt --amp-autocast="f16 policy=%t/missing.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: expected a readable policy file: {{.*}}missing.mlir

// RUN: not amp-opt --amp-autocast="f16 policy=pytroch" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=PRESET
// PRESET: error: expected a policy file, or one of the presets aggressive, conservative, default, pytorch, tensor-cores-only, tensorflow, tvm; got 'pytroch'

// A name without an extension is a file's where no preset has it.
// RUN: cd %t && cp other-op.mlir plain
// RUN: not amp-opt --amp-autocast="f16 policy=plain" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: plain:1:1: error: expected only 'amp.policy' ops in a policy file, got 'func.func'

// What a full disk left of a policy.
// RUN: not amp-opt --amp-autocast="f16 policy=%t/empty.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: empty.mlir:{{.*}}: error: expected an 'amp.policy' in a policy file

// RUN: amp-opt --amp-autocast="f16 policy=%t/unmatched.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=WARN
// WARN: unmatched.mlir:3:3: warning: the rule matched no op
// WARN-NOT: warning
// RUN: not amp-opt --amp-autocast="f16 policy=%t/unmatched.mlir strict-rules=true" %t/model.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t/out.mlir
// STRICT: unmatched.mlir:3:3: error: expected the rule to match an op, but it matched none

// RUN: amp-opt --amp-autocast="f16 policy=%t/other-type.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=OTHER-TYPE
// OTHER-TYPE: other-type.mlir:2:3: warning: the rule asks for 'bf16', but this conversion has 'f16' and 'f32' alone
// OTHER-TYPE-NOT: {{warning|error}}
// RUN: amp-opt --amp-autocast="bf16 policy=%t/other-type.mlir" %t/model.mlir 2>&1 | FileCheck %s --check-prefix=OWN-TYPE --implicit-check-not=warning
// OWN-TYPE: linalg.matmul {{.*}} -> tensor<64x64xf32>
// RUN: not amp-opt --amp-autocast="f16 policy=%t/other-type.mlir strict-rules=true" %t/model.mlir -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=STRICT-TYPE
// RUN: not ls %t/out.mlir
// STRICT-TYPE: other-type.mlir:2:3: error: the rule asks for 'bf16'

//--- model.mlir
func.func @model(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
//--- empty.mlir
//--- regex.mlir
amp.policy @p {
  amp.rule location("*") never
}
//--- name.mlir
amp.policy @p {
  amp.rule op("linalg.matmul") never
  amp.rule op("matmul") never
}
//--- type.mlir
amp.policy @p {
  amp.rule op("linalg.matmul") accumulate(i32)
}
//--- conflict.mlir
amp.policy @p {
  amp.rule op("linalg.matmul") never
}
amp.policy @q {
  amp.rule op("linalg.matmul") always
}
//--- syntax.mlir
amp.policy @p {
  amp.rule never operand(1) below(3)
}
//--- other-op.mlir
func.func private @f()
//--- unmatched.mlir
amp.policy @p {
  amp.rule op("linalg.matmul") never
  amp.rule op("linalg.conv_2d_*") never
}
//--- other-type.mlir
amp.policy @p {
  amp.rule op("linalg.matmul") result(bf16)
}
