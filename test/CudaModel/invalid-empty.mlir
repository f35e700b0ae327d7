// Tensors without elements end with exit status 1, the op and its place, and no file.
// RUN: rm -f %t.so
// RUN: not amp-compile %s --autocast=f16 --target=cuda:sm_80 -o %t.so 2>&1 | FileCheck %s
// RUN: not ls %t.so
// CHECK: invalid-empty.mlir:[[#@LINE+3]]:8: error: 'linalg.generic' op cannot go to the GPU: expected tensors with elements, got 'tensor<4x0xf32>'

func.func @main(%x: tensor<4x0xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce ins(%x : tensor<4x0xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %1 = arith.addf %a, %b : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<4xf32>
}
