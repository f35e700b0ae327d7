// What the model came with, and what a rule asks for, is no mistake of the
// conversion: the check at the pipeline's end lets it be, with a warning for
// the first, and takes its marks off. Anything else that adds up low is an
// error still.
// RUN: split-file %s %t
// RUN: amp-opt %t/came.mlir --amp-autocast-pipeline 2>&1 | FileCheck %s --check-prefix=CAME
// RUN: amp-opt %t/ruled.mlir --amp-autocast-pipeline 2>&1 | FileCheck %s --check-prefix=RULED
// RUN: amp-opt %t/ruled.mlir --amp-autocast=mark-low-sums=true | FileCheck %s --check-prefix=MARKED
// RUN: amp-opt %t/ruled.mlir --amp-autocast | FileCheck %s --check-prefix=PLAIN
// RUN: not amp-opt %t/ruled.mlir --amp-autocast --amp-verify-precision=never=false 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not amp-opt %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG

// CAME: came.mlir:7:8: warning: accumulates in 'f16' as it came; the conversion leaves it so
// CAME-NOT: warning
// CAME: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>) outs(%{{.*}} : tensor<8x8xf32>)
// CAME: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>) outs(%{{.*}} : tensor<8x8xf16>)
// CAME-NOT: amp.low_sum

// RULED-NOT: {{warning|error}}
// RULED: linalg.matmul ins(%{{.*}}) outs(%{{.*}} : tensor<8x8xf16>)
// MARKED: linalg.matmul {amp.accumulate = f16, amp.low_sum} ins
// PLAIN: linalg.matmul {amp.accumulate = f16} ins
// ERROR: ruled.mlir:5:8: error: accumulates in 'f16', expected f32 or wider for inputs of 'f16'
// WRONG: wrong.mlir:2:8: error: expected 'amp.low_sum' to be a unit attribute, got 1 : i64

//--- came.mlir
func.func @came(%x: tensor<8x8xf32>, %h: tensor<8x8xf16>)
    -> (tensor<8x8xf32>, tensor<8x8xf16>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = linalg.matmul ins(%h, %h : tensor<8x8xf16>, tensor<8x8xf16>) outs(%h : tensor<8x8xf16>) -> tensor<8x8xf16>
  return %m, %l : tensor<8x8xf32>, tensor<8x8xf16>
}
//--- ruled.mlir
func.func @ruled(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul {amp.accumulate = f16} ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m : tensor<8x8xf32>
}
//--- wrong.mlir
func.func @wrong(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.negf %x {amp.low_sum = 1 : i64} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
