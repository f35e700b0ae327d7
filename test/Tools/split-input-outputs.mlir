// A file takes the plan, the report or the picture of one piece of the input: the
// next one's would replace it.
// RUN: rm -rf %t && mkdir %t
// RUN: not amp-opt --split-input-file --amp-autocast="f16 save-plan=%t/plan" %s -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not amp-opt --split-input-file --amp-autocast="f16 report=%t/report" %s -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: not amp-opt --split-input-file --amp-view-precision=%t/v.dot %s -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not ls %t/out.mlir
// PLAN: split-input-outputs.mlir:[[@LINE+12]]:{{[0-9]+}}: error: expected one module for save-plan='{{.*}}/plan', got another piece of the input before it
// REPORT: error: expected one module for report='{{.*}}/report', got another piece of the input before it
// VIEW: error: expected one module for output='{{.*}}/v.dot', got another piece of the input before it

// All pieces may write to standard error and to devices, and each pass of a
// pipeline to one file.
// RUN: amp-opt --split-input-file --amp-autocast="f16 report=- save-plan=/dev/null" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=STDERR
// RUN: amp-opt --amp-autocast="f16 report=%t/twice" --amp-autocast="f16 report=%t/twice" %s -o /dev/null
// STDERR-COUNT-2: mixed precision: f32 -> f16
func.func @first(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
// -----
func.func @second(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
