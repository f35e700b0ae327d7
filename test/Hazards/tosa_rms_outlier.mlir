// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// Squares of outliers pass 65504 in an RMS norm, in TOSA.
func.func @main(%x: tensor<1x8x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x8x64xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = tosa.matmul %x, %w, %0, %0 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = tosa.mul %1, %1, %2 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %4 = tosa.reduce_sum %3 {axis = 2 : i32} : (tensor<1x8x64xf32>) -> tensor<1x8x1xf32>
  %5 = "tosa.const"() <{values = dense<1.562500e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x8x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x8x1xf32>
  %8 = "tosa.const"() <{values = dense<1.0e-06> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %9 = tosa.add %7, %8 : (tensor<1x8x1xf32>, tensor<1x1x1xf32>) -> tensor<1x8x1xf32>
  %10 = tosa.rsqrt %9 : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.mul %1, %10, %11 : (tensor<1x8x64xf32>, tensor<1x8x1xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %13 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %14 = tosa.matmul %12, %w, %13, %13 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  return %14 : tensor<1x8x64xf32>
}
