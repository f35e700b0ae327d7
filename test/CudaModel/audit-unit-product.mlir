// A product over one element is part of an elementwise kernel, and in the audit as
// what it is: not as one that no kernel carries.
// RUN: amp-opt %s --amp-autocast=f16 --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-compile %s --autocast=f16 --target=cuda:sm_80 --kernels=llvm --report=%t.json -o %t.so
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// CHECK: sm_80 elementwise: linalg.matmul at audit-unit-product.mlir:[[# @LINE + 15]]:8: fma (its K is 1, it sums nothing)
// CHECK-NOT: no kernel was written
// CHECK: sm_80: 0.00 % of 2048 multiply-adds on tensor cores

// JSON: "multiply_adds": 2048,
// JSON-NEXT: "on_tensor_cores": 0,
// JSON: "without_kernel": [],
// JSON: "path": "@main/linalg.matmul#0",
// JSON: "kernel": "elementwise",
// JSON: "tensor_core": false,
// JSON: "reason": "its K is 1, it sums nothing",
func.func @main(%a: tensor<64x1xf32>, %b: tensor<1x32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x1xf32>, tensor<1x32xf32>) outs(%i : tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = math.exp %0 : tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}
