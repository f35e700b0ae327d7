// A variable of TOSA has the type of its declaration, whatever a rule says: what
// reads or writes it was rebuilt at the low type and did not verify.
// RUN: amp-opt %s --amp-autocast="f16 policy=aggressive" | mlir-opt | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 policy=pytorch absorb=false guards=false" | mlir-opt | FileCheck %s

// CHECK: tosa.variable @state = dense<5.000000e-01> : tensor<1x64x64xf32>
// CHECK: tosa.variable_read @state : tensor<1x64x64xf32>
// CHECK: tosa.matmul {{.*}} : (tensor<1x64x64xf16>, tensor<1x64x64xf16>
// CHECK: tosa.variable_write @state, %{{.*}} : tensor<1x64x64xf32>
tosa.variable @state = dense<0.5> : tensor<1x64x64xf32>
func.func @main(%x: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.variable_read @state : tensor<1x64x64xf32>
  %1 = tosa.add %x, %0 : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %2 = tosa.matmul %1, %w, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %3 = tosa.tanh %2 : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  tosa.variable_write @state, %3 : tensor<1x64x64xf32>
  %4 = tosa.matmul %3, %w, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %4 : tensor<1x64x64xf32>
}
