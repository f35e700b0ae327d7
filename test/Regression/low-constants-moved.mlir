// What is moved from constants that a first conversion stored low is a weight
// the second time, too: its bytes do not decide (seed 78009255).
// RUN: amp-opt %s --amp-autocast="bf16 accumulate=low" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="bf16 accumulate=low" | diff %t -

// CHECK-LABEL: func.func @tosa
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2xbf16>) outs(%{{.*}} : tensor<1x2x2x2xf32>)
func.func private @private0(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %cst = arith.constant dense<0.000000e+00> : tensor<8x8xf32>
  %cst_0 = arith.constant dense<6.250000e-02> : tensor<8x8xf32>
  %c129 = arith.constant 129 : index
  %c0 = arith.constant 0 : index
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %0:3 = scf.while (%arg1 = %c0, %arg2 = %arg0, %arg3 = %arg0) : (index, tensor<8x8xf32>, tensor<8x8xf32>) -> (index, tensor<8x8xf32>, tensor<8x8xf32>) {
    %1 = arith.cmpi slt, %arg1, %c129 : index
    scf.condition(%1) %arg1, %arg2, %arg3 : index, tensor<8x8xf32>, tensor<8x8xf32>
  } do {
  ^bb0(%arg1: index, %arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>):
    %1 = linalg.matmul ins(%arg0, %cst_0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%cst : tensor<8x8xf32>) -> tensor<8x8xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
    scf.yield %arg1, %cst_3, %cst_2 : index, tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %cst_1 : tensor<8x8xf32>
}
func.func @tosa(%arg0: tensor<2x4x4xf32>, %arg1: tensor<2x4x4xf32>) -> tensor<2x4x1xf32> {
  %0 = tosa.const_shape  {values = dense<[2, 4, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %1 = tosa.const_shape  {values = dense<[1, 2, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %2 = "tosa.const"() <{values = dense<1.000000e-01> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %3 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %4:3 = tosa.while_loop (%arg2 = %arg0, %arg3 = %arg1, %arg4 = %3) : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<i32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<i32>) {
    %cst_1 = arith.constant dense<true> : tensor<i1>
    tosa.yield %cst_1 : tensor<i1>
  } do {
  ^bb0(%arg2: tensor<2x4x4xf32>, %arg3: tensor<2x4x4xf32>, %arg4: tensor<i32>):
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
    %cst_3 = arith.constant dense<1> : tensor<i32>
    tosa.yield %cst_1, %cst_2, %cst_3 : tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<i32>
  } attributes {wide_sums = array<i64: 3, 0, 1>}
  %5 = tosa.reshape %4#1, %1 : (tensor<2x4x4xf32>, !tosa.shape<4>) -> tensor<1x2x4x4xf32>
  %cst = arith.constant dense<1.000000e+00> : tensor<1x2x4x4xf32>
  %6 = scf.forall (%arg2, %arg3, %arg4, %arg5) = (0, 0, 0, 0) to (1, 2, 4, 4) step (1, 2, 2, 2) shared_outs(%arg6 = %cst) -> (tensor<1x2x4x4xf32>) {
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<2xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<1x2x2x2xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<2xf32>) outs(%cst_2 : tensor<1x2x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %10 into %arg6[%arg2, %arg3, %arg4, %arg5] [1, 2, 2, 2] [1, 1, 1, 1] : tensor<1x2x2x2xf32> into tensor<1x2x4x4xf32>
    }
  }
  %7 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%5, %2 : tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>) outs(%6 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %8 = tosa.reshape %7, %0 : (tensor<1x2x4x4xf32>, !tosa.shape<3>) -> tensor<2x4x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4x1xf32>
  %9 = tosa.reduce_sum %8 {axis = 2 : i32} : (tensor<2x4x4xf32>) -> tensor<2x4x1xf32>
  return %cst_0 : tensor<2x4x1xf32>
}
