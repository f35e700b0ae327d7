// A branch whose last op goes once named ops are generic becomes a choice between
// tensors, which is a kernel.
// Python cannot load a sanitized library.
// UNSUPPORTED: asan
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: %python %S/Inputs/emulate.py %s sm_80 %cuda_emulator none
// REQUIRES: numpy

// CHECK: func.func @main
// CHECK-NOT: scf.if
// CHECK: call @pointwise_1(%{{.*}}, %arg0, %arg1) : (i1, tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK: func.func private @pointwise_1
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<4x8xf32>
  %element = tensor.extract %y[%c1, %c1] : tensor<4x8xf32>
  %positive = arith.cmpf ogt, %element, %zero : f32
  %chosen = scf.if %positive -> tensor<4x8xf32> {
    %copy = linalg.copy ins(%x : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>)
        -> tensor<4x8xf32>
    scf.yield %copy : tensor<4x8xf32>
  } else {
    scf.yield %y : tensor<4x8xf32>
  }
  return %chosen : tensor<4x8xf32>
}
