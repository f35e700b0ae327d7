// A constant of f64 that a body casts to f32 is the number of f32: taken as it
// is, the difference below was never zero, and zero after rounding, but only until
// the other operand was rounded, too (found by amp-fuzz, seed 821496, shrunk by
// amp-reduce).
// RUN: amp-opt %s --amp-autocast='f16 compute=low' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast='f16 compute=low' | diff %t -
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGES

// RANGES: linalg.generic result 0: [1e-05, 1e-05]
// RANGES: linalg.generic result 0: [{{.*}}, 0]
// CHECK: linalg.generic
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x6x6x2xf16>)
func.func private @private0(%arg0: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %cst = arith.constant dense<1.000000e+00> : tensor<1x6x6x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<1x6x6x2xf32>, tensor<1x6x6x2xf32>) outs(%cst : tensor<1x6x6x2xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %cst_3 = arith.constant 1.000000e-05 : f64
    %3 = arith.truncf %cst_3 : f64 to f32
    linalg.yield %3 : f32
  } -> tensor<1x6x6x2xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2xf32>
  %cst_1 = arith.constant dense<[-2.000000e+00, 9.99999974E-6]> : tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %cst_1 : tensor<1x6x6x2xf32>, tensor<2xf32>) outs(%0 : tensor<1x6x6x2xf32>) {
  ^bb0(%in: f32, %in_2: f32, %out: f32):
    %3 = arith.maximumf %in_2, %in : f32
    %4 = arith.subf %in_2, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1x6x6x2xf32>
  %2:2 = scf.for %arg1 = %c0 to %c4 step %c1 iter_args(%arg2 = %1, %arg3 = %cst_1) -> (tensor<1x6x6x2xf32>, tensor<2xf32>) {
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<3x3x2x2xf32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<1x4x4x2xf32>
    %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg2, %cst_2 : tensor<1x6x6x2xf32>, tensor<3x3x2x2xf32>) outs(%cst_3 : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<3x3x2x2xf32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<1x2x2x2xf32>
    %4 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%cst_3, %cst_4 : tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) outs(%cst_5 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    scf.yield %arg2, %cst_0 : tensor<1x6x6x2xf32>, tensor<2xf32>
  }
  return %1 : tensor<1x6x6x2xf32>
}
