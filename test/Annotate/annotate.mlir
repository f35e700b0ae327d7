// amp-annotate shows precision and reason per op and changes no type; a second
// run changes nothing.
// RUN: amp-opt %s --amp-annotate=f16 -o %t.1.mlir
// RUN: FileCheck %s --input-file=%t.1.mlir
// RUN: amp-opt %t.1.mlir --amp-annotate=f16 -o %t.2.mlir
// RUN: cmp %t.1.mlir %t.2.mlir
// RUN: amp-opt %s --amp-annotate=bf16 | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --pass-pipeline='builtin.module(amp-annotate{f16 assign=greedy})' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.matmul {amp.precision = #amp.precision<(f16, f16, f32) -> (f32), compute = f16, accumulate = f32>
// CHECK-SAME: amp.reason = "always (interface: {{.*}}); runs in f16
// CHECK-SAME: -> tensor<64x64xf32>
// CHECK: math.exp {{.*}}amp.precision = #amp.precision<(f32) -> (f32), compute = f32, accumulate = f32>
// CHECK-SAME: amp.reason = "never (interface: {{.*}}); stays f32, bound by never-op
// CHECK-NOT: amp.category
// BF16: #amp.precision<(bf16, bf16, f32) -> (f32), compute = bf16, accumulate = f32>

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}

// What an op writes low is said to be low, also where it is extended behind it.
// CHECK-LABEL: func.func @extended
// CHECK: math.tanh {{.*}}amp.precision = #amp.precision<(f16) -> (f16)
func.func @extended(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %c : tensor<64x64xf32>
  %d = linalg.matmul ins(%t, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = linalg.matmul ins(%t, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %f = linalg.matmul ins(%d, %e : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %f, %t : tensor<64x64xf32>, tensor<64x64xf32>
}
