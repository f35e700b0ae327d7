// Kernels end in the LLVM and NVVM dialects; what is outside of them stays.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 --amp-lower-gpu-kernels | FileCheck %s

// CHECK-LABEL: func.func private @plain
// CHECK: linalg.matmul
// CHECK-LABEL: gpu.module @plain_module
// CHECK-NOT: {{(scf|arith|memref|math)\.[a-z]}}
// CHECK: nvvm.mma.sync
// CHECK-NOT: {{(scf|arith|memref|math)\.[a-z]}}
func.func private @plain(%a: tensor<128x64xf16>, %b: tensor<64x128xf16>) -> tensor<128x128xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<128x64xf16>, tensor<64x128xf16>) outs(%init : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}
