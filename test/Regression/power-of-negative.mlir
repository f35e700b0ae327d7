// An element that was taken out low and put back makes a number that was known
// an interval. A negative number to such a power is one only where the power is
// whole, and then overflows as it did.
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy signature=convert" -o %t
// RUN: amp-opt %t --amp-autocast="bf16 assign=greedy signature=convert" | diff %t -
// RUN: amp-opt %t --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// CHECK: linalg.generic result 0: {{.*}}; f16 overflow; bf16 overflow
func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  %cst_0 = arith.constant 7.000000e+04 : f32
  %0 = linalg.fill ins(%cst_0 : f32) outs(%cst : tensor<4x8xf32>) -> tensor<4x8xf32>
  %cst_1 = arith.constant dense<5.000000e-01> : tensor<2x4xf32>
  %extracted = tensor.extract %0[%c0, %c1] : tensor<4x8xf32>
  %inserted = tensor.insert %extracted into %0[%c0, %c1] : tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %inserted : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) {
  ^bb0(%in: f32, %in_4: f32, %out: f32):
    %4 = arith.negf %in_4 : f32
    %5 = math.powf %4, %in_4 : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  %2 = arith.mulf %arg0, %0 : tensor<4x8xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<2x8xf32>
  %3 = linalg.matmul ins(%cst_1, %1 : tensor<2x4xf32>, tensor<4x8xf32>) outs(%cst_2 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %cst_3 = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %cst_3 : tensor<4x8xf32>
}
func.func @tosa() -> tensor<2x4x4xf32> {
  %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<1.000000e-01> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %2 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<4xf32>}> : () -> tensor<4xf32>
  %cst = arith.constant dense<1.000000e+00> : tensor<1x2x4x4xf32>
  %3 = tosa.conv2d %cst, %1, %2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  return %cst_0 : tensor<2x4x4xf32>
}
