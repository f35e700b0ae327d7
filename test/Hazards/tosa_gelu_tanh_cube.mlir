// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// The cube in a tanh GELU passes 65504, in TOSA.
func.func @main(%x: tensor<1x8x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x8x64xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = tosa.matmul %x, %w, %0, %0 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = tosa.mul %1, %1, %2 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = tosa.mul %3, %1, %4 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %6 = "tosa.const"() <{values = dense<4.471500e-02> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %7 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = tosa.mul %5, %6, %7 : (tensor<1x8x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %9 = tosa.add %1, %8 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %10 = "tosa.const"() <{values = dense<7.978850e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.mul %9, %10, %11 : (tensor<1x8x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %13 = tosa.tanh %12 : (tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %14 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %15 = tosa.add %13, %14 : (tensor<1x8x64xf32>, tensor<1x1x1xf32>) -> tensor<1x8x64xf32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = tosa.mul %1, %15, %16 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %18 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %19 = tosa.matmul %17, %w, %18, %18 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  return %19 : tensor<1x8x64xf32>
}
