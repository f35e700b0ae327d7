// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// The sum of 70 000 numbers of order one, then the mean, before a product, in
// TOSA.
func.func @main(%x: tensor<1x8x70000xf32>, %w: tensor<1x1x64xf32>) -> tensor<1x8x64xf32> {
  %0 = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<1x8x70000xf32>) -> tensor<1x8x1xf32>
  %1 = "tosa.const"() <{values = dense<1.42857141E-5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = tosa.mul %0, %1, %2 : (tensor<1x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x8x1xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = tosa.matmul %3, %w, %4, %4 : (tensor<1x8x1xf32>, tensor<1x1x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  return %5 : tensor<1x8x64xf32>
}
