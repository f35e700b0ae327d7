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
