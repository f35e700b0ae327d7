// What would end the process, or be wrong without a word.
// RUN: split-file %s %t
// RUN: not amp-compile %t/plain.mlir -o %t/a.so --mcpu=i386 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not env CC=no-such-compiler amp-compile %t/plain.mlir -o %t/a.so 2>&1 | FileCheck %s --check-prefix=CC
// RUN: not amp-compile %t/huge.mlir -o %t/a.so 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not amp-compile %t/unranked.mlir -o %t/a.so 2>&1 | FileCheck %s --check-prefix=UNRANKED
// RUN: not amp-compile %t/scalable.mlir -o %t/a.so --mcpu=x86-64 2>&1 | FileCheck %s --check-prefix=SCALABLE
// RUN: not ls %t/a.so
// RUN: not amp-opt %t/plain.mlir --pass-pipeline="builtin.module(func.func(amp-to-cpu))" 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not amp-opt %t/plain.mlir --pass-pipeline="builtin.module(func.func(amp-autocast-pipeline))" 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not amp-opt %t/plain.mlir --amp-cpu-expand-math 2>&1 | FileCheck %s --check-prefix=MATH
// RUN: not amp-opt %t/plain.mlir --amp-shadow=f16 --amp-shadow=f16 2>&1 | FileCheck %s --check-prefix=TWICE

// CPU: error: expected a processor of 64 bits, got 'i386'
// CC: error: expected CC to name a C compiler to link with, got 'no-such-compiler'
// HUGE: huge.mlir:2:8: error: expected sizes whose bytes fit into 64 bits, got 'tensor<4294967296x4294967296xf32>'
// UNRANKED: unranked.mlir:1:1: error: 'func.func' op returns a tensor without a rank
// SCALABLE: scalable.mlir:4:8: error: expected vectors of known lengths, as the processor has, got 'vector<[4]xf32>'
// ANCHOR: error: 'amp-{{.*}}' runs on builtin.module, not on func.func
// MATH: plain.mlir:2:8: error: 'math.tanh' op is expanded for scalars and vectors; tensors come first
// TWICE: plain.mlir:1:1: error: is instrumented already

//--- plain.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- huge.mlir
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = tensor.empty() : tensor<4294967296x4294967296xf32>
  %1 = tensor.empty() : tensor<4294967296x4294967296x0xf32>
  %c0 = arith.constant 0 : index
  %2 = tensor.extract %0[%c0, %c0] : tensor<4294967296x4294967296xf32>
  %3 = tensor.from_elements %2 : tensor<f32>
  return %3 : tensor<f32>
}
//--- unranked.mlir
func.func private @same(%u: tensor<*xf32>) -> tensor<*xf32> attributes {no_inline} {
  return %u : tensor<*xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %1 = call @same(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = tensor.cast %1 : tensor<*xf32> to tensor<4xf32>
  return %2 : tensor<4xf32>
}
//--- scalable.mlir
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.extract %x[%c0] : tensor<64xf32>
  %0 = vector.broadcast %m : f32 to vector<[4]xf32>
  %1 = vector.transfer_write %0, %x[%c0] : vector<[4]xf32>, tensor<64xf32>
  return %1 : tensor<64xf32>
}
