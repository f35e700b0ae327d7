// The result of a function that nobody calls is a choice that no op shows: a
// saved plan names it, so that another solver reads it back as it was.
// RUN: amp-opt %s --amp-autocast="f16 signature=convert assign=greedy save-plan=%t.plan" -o %t.1.mlir
// RUN: FileCheck %s --check-prefix=PLAN --input-file=%t.plan
// RUN: amp-opt %s --amp-autocast="f16 signature=convert assign=fixpoint plan=%t.plan save-plan=%t.2.plan" -o %t.2.mlir
// RUN: cmp %t.1.mlir %t.2.mlir
// RUN: cmp %t.plan %t.2.plan
// RUN: FileCheck %s --input-file=%t.2.mlir

// PLAN-NOT: @called/result
// PLAN: @main/result#0: high
// PLAN: @main/result#1: low
// PLAN-NOT: result#
// CHECK: func.func @main({{.*}}) -> (tensor<64x64xf32>, tensor<64x64xf16>)
func.func private @called(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = func.call @called(%y) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = math.log %1 : tensor<64x64xf32>
  return %2, %x : tensor<64x64xf32>, tensor<64x64xf32>
}
