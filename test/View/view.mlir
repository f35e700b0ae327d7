// The picture names ops, types and the bytes of casts.
// RUN: amp-opt %s --amp-view-precision=%t.dot -o %t.mlir
// RUN: FileCheck %s --input-file=%t.dot
// No IR changes.
// RUN: amp-opt %s -o %t.in.mlir
// RUN: cmp %t.in.mlir %t.mlir
// RUN: amp-opt %s --amp-view-precision="%t.f.dot collapse=function type=bf16" -o /dev/null
// RUN: FileCheck %s --check-prefix=FUNCTION --input-file=%t.f.dot
// RUN: not amp-opt %s --amp-view-precision=%t.gif 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not amp-opt %s --amp-view-precision=%t.none/p.dot 2>&1 | FileCheck %s --check-prefix=WRITE
// Without Graphviz, a located error.
// RUN: not env PATH= %amp_build/bin/amp-opt %s --amp-view-precision=%t.svg 2>&1 | FileCheck %s --check-prefix=GRAPHVIZ

// CHECK: digraph precision {
// CHECK: f32 to f16: activations
// CHECK: <B>linalg.matmul</B>
// CHECK: 64x64
// CHECK: <B>math.exp</B>
// CHECK: n0 -> n1
// CHECK-SAME: f32 16.38 kB
// CHECK: n1 -> n2
// CHECK-SAME: cast 24.58 kB

// FUNCTION: f32 to bf16
// FUNCTION: <B>@main</B>
// NAME: error: expected a picture's name to end in .svg, .png, .pdf or .dot, got
// WRITE: error: cannot write the picture
// GRAPHVIZ: view.mlir:{{[0-9:]+}} error: cannot find Graphviz's 'dot' on PATH; install graphviz, or write a .dot file

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  %d = linalg.matmul ins(%e, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
