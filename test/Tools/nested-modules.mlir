// A file takes the plan or the report of one module: of several below another each
// would replace what the one before it wrote.
// RUN: rm -rf %t && mkdir %t
// RUN: not amp-opt --pass-pipeline="builtin.module(builtin.module(amp-autocast{type=f16 save-plan=%t/plan}))" %s 2>&1 | FileCheck %s --check-prefix=PLAN --implicit-check-not=func.func
// RUN: not amp-opt --pass-pipeline="builtin.module(builtin.module(amp-autocast{type=f16 report=%t/report}))" %s 2>&1 | FileCheck %s --check-prefix=REPORT --implicit-check-not=func.func
// RUN: not amp-opt --pass-pipeline="builtin.module(builtin.module(amp-view-precision{output=%t/v.dot}))" %s 2>&1 | FileCheck %s --check-prefix=VIEW --implicit-check-not=func.func
// RUN: ls %t | count 0
// RUN: amp-opt --mlir-disable-threading --pass-pipeline="builtin.module(builtin.module(amp-autocast{type=f16 report=- save-plan=/dev/null}))" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=STDERR
// RUN: amp-opt --amp-autocast="f16 save-plan=%t/plan" %s -o /dev/null && ls %t | count 1
// PLAN: nested-modules.mlir:{{[0-9]+}}:1: error: expected one module for save-plan='{{.*}}/plan', got another beside it
// REPORT: error: expected one module for report='{{.*}}/report', got another beside it
// VIEW: error: expected one module for output='{{.*}}/v.dot', got another beside it
// STDERR-COUNT-2: mixed precision: f32 -> f16
func.func private @outside()
module @a {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    return %x : tensor<64x64xf32>
  }
}
module @b {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    return %x : tensor<64x64xf32>
  }
}
