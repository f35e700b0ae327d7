// A comparison that ranges decide: the select yields one of its operands. After
// a conversion the comparison may read copies in f16 that have no name in
// common with what is selected (constants, fills).
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint signature=convert" -o %t
// RUN: amp-opt %t --amp-autocast="f16 assign=fixpoint signature=convert" | diff %t -
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %t --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s
// CHECK: arith.select result 0: [0, 0]; f16 fits
// CHECK: linalg.rsqrt result 0: [inf, inf] or +inf; f16 overflow
func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> tensor<8xf32> {
  %cst = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = linalg.fill ins(%cst_0 : f32) outs(%cst : tensor<8x8xf32>) -> tensor<8x8xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %1 = linalg.matmul ins(%arg1, %arg0 : tensor<8x4xf32>, tensor<4x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = arith.cmpf olt, %0, %cst_1 : tensor<8x8xf32>
  %3 = arith.select %2, %0, %cst_1 : tensor<8x8xi1>, tensor<8x8xf32>
  %cst_2 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %4 = linalg.rsqrt ins(%3 : tensor<8x8xf32>) outs(%cst_2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %cst_3 = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %5 = linalg.matmul ins(%cst_1, %4 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%cst_3 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %cst_4 = arith.constant dense<1.000000e+00> : tensor<8xf32>
  return %cst_4 : tensor<8xf32>
}
