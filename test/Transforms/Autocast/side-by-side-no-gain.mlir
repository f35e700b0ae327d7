// Where no function has a product that gains, nothing changes, whether they are
// converted side by side or at once.
// RUN: amp-opt %s --amp-autocast="f16 signature=convert assign=greedy min-task-size=1" --mlir-timing -o %t.parts 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: FileCheck %s --input-file=%t.parts
// RUN: amp-opt %s --amp-autocast="f16 signature=convert assign=greedy min-task-size=0" | FileCheck %s
// TIMING: amp-autocast: decide

// CHECK-LABEL: func.func @handed_on(
// CHECK-SAME: %[[A:.*]]: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: return %[[A]]
func.func @handed_on(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %a : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @summed(
// CHECK-SAME: %[[A:.*]]: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: arith.addf %[[A]], %[[A]] : tensor<64x64xf32>
func.func @summed(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = arith.addf %a, %a : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
