// TOSA's control flow becomes the host's, and what its regions hold becomes
// kernels.
// Python cannot load a sanitized library.
// UNSUPPORTED: asan
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s
// RUN: amp-opt %s --amp-autocast=f16 --amp-to-cpu | FileCheck %s --check-prefix=CPU
// RUN: %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// REQUIRES: numpy

// CHECK-LABEL: llvm.func @amp_model_entry(
// CHECK: llvm.call @amp_cuda_read
// CHECK: llvm.cond_br
// CHECK: llvm.call @amp_cuda_launch
// CPU: llvm.call @amp_cpu_contract
// CPU-NOT: tosa.
func.func @main(%x: tensor<4x16x16xf32>, %w: tensor<4x16x16xf32>, %p: tensor<i1>) -> tensor<4x16x16xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.cond_if %p(%a = %x) : tensor<i1>(tensor<4x16x16xf32>) -> tensor<4x16x16xf32> {
  ^bb0(%a: tensor<4x16x16xf32>):
    %1 = tosa.matmul %a, %w, %zp, %zp : (tensor<4x16x16xf32>, tensor<4x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x16x16xf32>
    tosa.yield %1 : tensor<4x16x16xf32>
  } else {
  ^bb0(%a: tensor<4x16x16xf32>):
    tosa.yield %a : tensor<4x16x16xf32>
  }
  return %0 : tensor<4x16x16xf32>
}
