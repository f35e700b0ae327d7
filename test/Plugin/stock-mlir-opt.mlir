// Stock mlir-opt with our plugin gives amp-opt's output, byte for byte.
// RUN: amp-opt --pass-pipeline='builtin.module(amp-autocast{type=f16})' %s -o %t.amp.mlir
// RUN: mlir-opt --load-dialect-plugin=%amp_plugin --load-pass-plugin=%amp_plugin --pass-pipeline='builtin.module(amp-autocast{type=f16})' %s -o %t.stock.mlir
// RUN: cmp %t.amp.mlir %t.stock.mlir
// RUN: FileCheck %s < %t.stock.mlir

// The same from bytecode, and for bf16.
// RUN: amp-opt --emit-bytecode %s -o %t.mlirbc
// RUN: amp-opt --pass-pipeline='builtin.module(amp-autocast{type=bf16})' %t.mlirbc -o %t.amp.mlir
// RUN: mlir-opt --load-dialect-plugin=%amp_plugin --load-pass-plugin=%amp_plugin --pass-pipeline='builtin.module(amp-autocast{type=bf16})' %t.mlirbc -o %t.stock.mlir
// RUN: cmp %t.amp.mlir %t.stock.mlir

// CHECK-LABEL: func.func @layer
// CHECK: linalg.matmul {{.*}}tensor<4x8xf16>, tensor<8x16xf16>{{.*}}tensor<4x16xf32>
func.func @layer(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%init : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
