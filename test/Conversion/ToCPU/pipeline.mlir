// The whole lowering leaves nothing but the LLVM dialect and the runtime's calls.
// RUN: amp-opt %s --amp-to-cpu | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 --amp-to-cpu="entry=main" | FileCheck %s --check-prefix=BF16

// CHECK-NOT: {{ }}func.func
// CHECK-DAG: llvm.func @amp_cpu_contract
// CHECK-DAG: llvm.func @amp_model_entry(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK-NOT: unrealized_conversion_cast
// CHECK-NOT: memref.
// BF16: @amp_plan_0(dense<[4, 2, 1,
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tosa.tanh %0 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
