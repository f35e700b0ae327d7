// A view has the type of what it views, and a constant or a fill is made in each
// type that is read: a rule that asks for a type of their results is told so, once
// per op name.
// RUN: echo 'amp.policy @all { amp.rule op("{tensor.extract_slice,arith.constant,linalg.fill}") result(f16) }' > %t.mlir
// RUN: amp-opt --amp-autocast="f16 policy=%t.mlir" %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: amp-opt --amp-autocast="f16 policy=tvm" %s 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=QUIET

// CHECK-DAG: warning: 'arith.constant' op is made in each type that is read, whatever a rule says of its result
// CHECK-DAG: warning: 'linalg.fill' op is made in each type that is read, whatever a rule says of its result
// CHECK-DAG: warning: 'tensor.extract_slice' op has the type of what it views, whatever a rule says of its result
// QUIET-NOT: warning
func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %s: tensor<32x64xf32>)
    -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x64xf32>) -> tensor<16x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%init : tensor<16x64xf32>) -> tensor<16x64xf32>
  %c = arith.constant dense<0.1> : tensor<16x64xf32>
  %v = tensor.extract_slice %s[0, 0] [16, 64] [1, 1] : tensor<32x64xf32> to tensor<16x64xf32>
  %u = tensor.extract_slice %s[8, 0] [16, 64] [1, 1] : tensor<32x64xf32> to tensor<16x64xf32>
  %1 = arith.addf %0, %c : tensor<16x64xf32>
  %2 = arith.addf %u, %v : tensor<16x64xf32>
  return %1, %2 : tensor<16x64xf32>, tensor<16x64xf32>
}
