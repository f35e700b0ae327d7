// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// Scores + finfo(f32).min mask, softmax, in TOSA; the mask is (1 - keep) times
// the constant, keep an input.

// CHECK-DAG: tosa.const result 0: [-3.40282e+38, -3.40282e+38]; f16 overflow; bf16 overflow
// CHECK-DAG: tosa.mul result 0: unknown reaches [-6.80565e+38, 0]; f16 overflow; bf16 overflow
// CHECK-DAG: tosa.add result 0: unknown reaches [-6.80565e+38, 1]; f16 overflow; bf16 overflow
// CHECK-DAG: tosa.sub result 0: [-inf, 0]
// CHECK-DAG: tosa.reduce_sum result 0: [0, 64]
func.func @main(%x: tensor<1x8x64xf32>, %w: tensor<1x64x64xf32>, %keep: tensor<1x1x64xf32>) -> tensor<1x8x64xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %min = "tosa.const"() <{values = dense<-3.40282347E+38> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %inv = tosa.sub %one, %keep : (tensor<1x1x1xf32>, tensor<1x1x64xf32>) -> tensor<1x1x64xf32>
  %m = tosa.mul %inv, %min, %shift : (tensor<1x1x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x64xf32>
  %s = tosa.matmul %x, %w, %zp, %zp : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  %sm = tosa.add %s, %m : (tensor<1x8x64xf32>, tensor<1x1x64xf32>) -> tensor<1x8x64xf32>
  %max = tosa.reduce_max %sm {axis = 2 : i32} : (tensor<1x8x64xf32>) -> tensor<1x8x1xf32>
  %d = tosa.sub %sm, %max : (tensor<1x8x64xf32>, tensor<1x8x1xf32>) -> tensor<1x8x64xf32>
  %e = tosa.exp %d : (tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
  %sum = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<1x8x64xf32>) -> tensor<1x8x1xf32>
  %r = tosa.reciprocal %sum : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %p = tosa.mul %e, %r, %shift : (tensor<1x8x64xf32>, tensor<1x8x1xf32>, tensor<1xi8>) -> tensor<1x8x64xf32>
  %y = tosa.matmul %p, %w, %zp, %zp : (tensor<1x8x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x64xf32>
  return %y : tensor<1x8x64xf32>
}
