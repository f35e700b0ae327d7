// A call of a function without a body is an error at the call, not the linker's;
// what the C library has is linked, and what is never called is let be.
// RUN: split-file %s %t
// RUN: not amp-compile %t/unknown.mlir -o %t/out.so 2>&1 | FileCheck %s
// CHECK: unknown.mlir:3:8: error: expected a function with a body, got a call of 'no_such_function'
// By its name in the module, not in C's interface.
// RUN: not amp-compile %t/interface.mlir -o %t/out.so 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: interface.mlir:1:1: error: expected a function with a body, got a call of 'theirs'
// RUN: amp-compile %t/known.mlir -o %t/known.so
// The entry may be private.
// RUN: amp-compile %t/private.mlir --entry=hidden -o %t/private.so

//--- unknown.mlir
func.func private @no_such_function(tensor<2xf32>) -> tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @no_such_function(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- interface.mlir
func.func private @theirs(tensor<2xf32>) -> tensor<2xf32> attributes {llvm.emit_c_interface}
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @theirs(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- known.mlir
func.func private @no_such_function(tensor<2xf32>) -> tensor<2xf32>
func.func private @hypotf(f32, f32) -> f32
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = tensor.extract %a[] : tensor<f32>
  %1 = call @hypotf(%0, %0) : (f32, f32) -> f32
  %2 = tensor.from_elements %1 : tensor<f32>
  return %2 : tensor<f32>
}
//--- private.mlir
func.func private @hidden(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
