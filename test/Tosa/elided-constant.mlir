// A constant whose elements are not at hand is cast behind itself.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

// CHECK-LABEL: func.func @elided
// CHECK: %[[W:.*]] = "tosa.const"() <{values = dense_resource<__elided__> : tensor<1x64x64xf32>}>
// CHECK: %[[LOW:.*]] = arith.truncf %[[W]]
// CHECK: tosa.matmul %{{.*}}, %[[LOW]], {{.*}} -> tensor<1x64x64xf32>
func.func @elided(%x: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %w = "tosa.const"() <{values = dense_resource<__elided__> : tensor<1x64x64xf32>}> : () -> tensor<1x64x64xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %w, %zp, %zp : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %1 = tosa.matmul %0, %w, %zp, %zp : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %1 : tensor<1x64x64xf32>
}
