// amp-opt offers the project's passes beside every upstream pass and dialect.
// RUN: amp-opt --help | FileCheck %s --check-prefix=HELP
// HELP-DAG: --amp-autocast
// HELP-DAG: --canonicalize
// HELP-DAG: --one-shot-bufferize

// RUN: amp-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: Available Dialects:
// DIALECTS-SAME: amp
// DIALECTS-SAME: linalg
// DIALECTS-SAME: tosa

// The others offer their own options, not those of LLVM that they are linked to.
// RUN: amp-reduce --help | FileCheck %s --check-prefix=REDUCE
// REDUCE: Generic Options:
// REDUCE: Options:
// REDUCE: -o <file>
// REDUCE-NEXT: --test=<program>
// REDUCE-NEXT: --test-arg=<text>
// REDUCE-NOT: --

// An upstream pass runs.
// RUN: amp-opt --canonicalize %s | FileCheck %s
// CHECK-LABEL: func.func @folds
func.func @folds(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg0
  %0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Standard input and output work with `-`.
// RUN: amp-opt - -o - < %s | FileCheck %s --check-prefix=STDIN
// STDIN-LABEL: func.func @folds
