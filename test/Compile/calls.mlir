// A call of a function without a body is an error at the call, not the linker's;
// what the C library has is linked, and what is never called is let be.
// RUN: split-file %s %t
// RUN: not amp-compile %t/unknown.mlir -o %t/out.so 2>&1 | FileCheck %s
// CHECK: unknown.mlir:3:8: error: expected a function with a body, got a call of 'no_such_function'
// RUN: amp-compile %t/known.mlir -o %t/known.so
// The entry may be private.
// RUN: amp-compile %t/private.mlir --entry=hidden -o %t/private.so

//--- unknown.mlir
func.func private @no_such_function(tensor<2xf32>) -> tensor<2xf32>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @no_such_function(%a) : (tensor<2xf32>) -> tensor<2xf32>
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
