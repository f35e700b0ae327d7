// What cannot go to the GPU ends with exit status 1, the op and its place, and no file.
// RUN: rm -f %t.so %t.h %t.json
// RUN: not amp-compile %s --autocast=f16 --target=cuda:sm_80,sm_90a --report=%t.json -o %t.so 2>&1 | FileCheck %s
// RUN: not ls %t.so
// RUN: not ls %t.h
// RUN: not ls %t.json
// RUN: not amp-opt %s --amp-to-nvvm=sm_80 -o %t.mlir
// RUN: not ls %t.mlir
// RUN: not ls %t.so
// CHECK: invalid-compile.mlir:13:8: error: 'bufferization.alloc_tensor' op cannot go to the GPU: no kernel and no host code is known for it

func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = bufferization.alloc_tensor() copy(%x) {memory_space = 1 : i64} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
