// RUN: amp-opt %s --amp-autocast=f16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 | amp-opt --amp-verify-precision -o /dev/null
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -o /dev/null

// Written by utils/make-hazards.py, run by benchmarks/hazards.py.
// A mask by select in TOSA, most negative float, some rows masked completely.
func.func @main(%x: tensor<1x8x64xf32>, %w: tensor<1x64x64xf32>, %keep: tensor<1x8x64xf32>) -> tensor<1x8x64xf32> {
  %0 = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %1 = tosa.greater %keep, %0 : (tensor<1x8x64xf32>, tensor<1x1x1xf32>) -> tensor<1x8x64xi1>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %3 = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %4 = tosa.select %1, %2, %3 : (tensor<1x8x64xi1>, tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x8x64xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.matmul %x, %w, %5, %5 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  %7 = tosa.add %6, %4 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %8 = tosa.reduce_max %7 {axis = 2 : i32} : (tensor<1x8x64xf32>) -> tensor<1x8x1xf32>
  %9 = tosa.sub %7, %8 : (tensor<1x8x64xf32>, tensor<1x8x1xf32>) -> tensor<1x8x64xf32>
  %10 = tosa.exp %9 : (tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %11 = tosa.reduce_sum %10 {axis = 2 : i32} : (tensor<1x8x64xf32>) -> tensor<1x8x1xf32>
  %12 = tosa.reciprocal %11 : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %13 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %14 = tosa.mul %10, %12, %13 : (tensor<1x8x64xf32>, tensor<1x8x1xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %15 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %16 = tosa.matmul %14, %w, %15, %15 : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  return %16 : tensor<1x8x64xf32>
}
