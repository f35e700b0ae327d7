// An op that is low already but carries `always` counted as a gain, so that running
// again decided the rest of the module anew.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @low
// CHECK: tosa.matmul
// CHECK-NEXT: arith.addf {{.*}} : tensor<2x64x64xf32>
func.func @low(%x: tensor<2x64x64xf16>, %y: tensor<2x64x64xf32>) -> tensor<2x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf16>} : () -> tensor<1xf16>
  %0 = tosa.matmul %x, %x, %z, %z {amp.category = #amp.category<always>} : (tensor<2x64x64xf16>, tensor<2x64x64xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x64x64xf32>
  %1 = arith.addf %0, %y : tensor<2x64x64xf32>
  return %1 : tensor<2x64x64xf32>
}
