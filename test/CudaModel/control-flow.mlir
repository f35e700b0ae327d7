// Loops stay with the host, and what they carry lives in one buffer; a condition
// is read from the device.
// Python cannot load a sanitized library.
// UNSUPPORTED: asan
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | FileCheck %s
// RUN: %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// REQUIRES: numpy

// CHECK-LABEL: llvm.func @amp_model_entry(
// CHECK:         llvm.cond_br
// CHECK:         llvm.call @amp_cuda_launch
// CHECK:         llvm.call @amp_cuda_copy
// CHECK:         llvm.call @amp_cuda_read
// CHECK:         llvm.call @amp_cuda_ok
// CHECK:         llvm.cond_br
func.func @main(%x: tensor<4x6x8xf32>, %w: tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %sum = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %start) -> tensor<4x8xf32> {
    %slice = tensor.extract_slice %x[0, %i, 0] [4, 1, 8] [1, 1, 1] : tensor<4x6x8xf32> to tensor<4x8xf32>
    %next = arith.addf %acc, %slice : tensor<4x8xf32>
    %tanh = math.tanh %next : tensor<4x8xf32>
    scf.yield %tanh : tensor<4x8xf32>
  }
  %grown = scf.while (%v = %w) : (tensor<8xf32>) -> tensor<8xf32> {
    %se = tensor.empty() : tensor<f32>
    %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<f32>) -> tensor<f32>
    %s = linalg.reduce ins(%v : tensor<8xf32>) outs(%sf : tensor<f32>) dimensions = [0]
      (%a: f32, %b: f32) {
        %m = arith.maximumf %a, %b : f32
        linalg.yield %m : f32
      }
    %largest = tensor.extract %s[] : tensor<f32>
    %go = arith.cmpf olt, %largest, %limit : f32
    scf.condition(%go) %v : tensor<8xf32>
  } do {
  ^bb0(%v: tensor<8xf32>):
    %double = arith.addf %v, %v : tensor<8xf32>
    scf.yield %double : tensor<8xf32>
  }
  return %sum, %grown : tensor<4x8xf32>, tensor<8xf32>
}
