// Functions that have nothing to do with each other are decided for and
// rewritten side by side; what becomes of the module, and what is said of it,
// is as if it was converted as a whole.
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 signature=convert assign=greedy min-task-size=1" -o %t.parts --mlir-timing 2>&1 | FileCheck %s --check-prefixes=WARN,TIMING
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 signature=convert assign=greedy min-task-size=0" -o %t.whole --mlir-timing 2>&1 | FileCheck %s --check-prefixes=WARN,WHOLE
// RUN: diff %t.whole %t.parts
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 signature=convert assign=greedy min-task-size=1" --mlir-disable-threading -o %t.alone --mlir-timing 2>&1 | FileCheck %s --check-prefixes=WARN,WHOLE
// RUN: diff %t.whole %t.alone
// RUN: FileCheck %s --input-file=%t.parts

// What stops the conversion is said once, where it is said of a whole module.
// RUN: not amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 unlisted=error min-task-size=1" -o %t.none 2> %t.error
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t.error

// What is asked of the module as a whole is.
// RUN: amp-opt %s --allow-unregistered-dialect --amp-autocast="f16 signature=convert assign=greedy min-task-size=1 policy=default" -o %t.policy --mlir-timing 2>&1 | FileCheck %s --check-prefixes=WARN,WHOLE

// ERROR: side-by-side.mlir:[[#]]:8: error: 'test.other' op has no mixed-precision interface
// ERROR-NOT: has no mixed-precision interface

// The first of each name, in the order of the module, whichever part it is in.
// WARN: side-by-side.mlir:[[#@LINE + 15]]:8: warning: 'test.other' op has no
// WARN: side-by-side.mlir:[[#@LINE + 26]]:8: warning: 'test.some' op has no
// WARN-NOT: has no mixed-precision interface

// TIMING: amp-autocast: decide
// TIMING-NEXT: amp-autocast: rewrite
// WHOLE-NOT: amp-autocast: decide
// WHOLE: amp-autocast: graph
// WHOLE-NOT: amp-autocast: decide

// @first and @third belong together, and so do the two that read a global.
// CHECK-LABEL: func.func @first
// CHECK-SAME: (%{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
// CHECK: call @third(%{{.*}}) : (tensor<64x64xf16>) -> tensor<64x64xf16>
func.func @first(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = "test.other"(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = call @third(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

ml_program.global private @scale(dense<2.0> : tensor<64x64xf32>) : tensor<64x64xf32>

// No product of its own: it is low, as the module has some.
// CHECK-LABEL: func.func @second
// CHECK-SAME: (%{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
func.func @second(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = "test.some"(%e) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "test.other"(%e) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a : tensor<64x64xf32>
}

// CHECK-LABEL: func.func private @third
// CHECK: linalg.matmul {{.*}} outs({{.*}} : tensor<64x64xf32>)
func.func private @third(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%a, %a : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @fourth
func.func @fourth() -> tensor<64x64xf32> {
  %s = ml_program.global_load_const @scale : tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @fifth
func.func @fifth() -> tensor<64x64xf32> {
  %s = ml_program.global_load_const @scale : tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
