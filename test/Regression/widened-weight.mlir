// A weight that an earlier conversion stored low and widened is a weight still: else
// the other factor, an argument, would become one, whose cast costs nothing. Seed
// 601691.
// RUN: amp-opt %s --amp-autocast=f16 -o %t.once.mlir
// RUN: amp-opt %t.once.mlir --amp-autocast=f16 -o %t.twice.mlir
// RUN: diff %t.once.mlir %t.twice.mlir
// RUN: FileCheck %s < %t.once.mlir

// Nobody reads the transpose low: it is not cast at each run to read it in f16.
// CHECK-LABEL: @main
// CHECK: linalg.transpose ins(%{{.*}} : tensor<4x8xf32>)
// CHECK-LABEL: @widened
// CHECK: linalg.transpose ins(%{{.*}} : tensor<4x8xf16>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x8xf32>, tensor<8x4xf32>)

func.func @main(%arg0: i1, %arg1: tensor<?x8xf32>, %arg2: tensor<?x8xf32>) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant dense<-2.000000e+00> : tensor<8x8xf32>
  %0 = tensor.empty(%c0) : tensor<?x8xf32>
  %1 = linalg.matmul ins(%arg2, %cst : tensor<?x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %cst_0 = arith.constant dense<1.000000e-01> : tensor<4x8xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x4xf32>
  %transposed = linalg.transpose ins(%cst_0 : tensor<4x8xf32>) outs(%cst_1 : tensor<8x4xf32>) permutation = [1, 0] 
  %2 = scf.if %arg0 -> (tensor<?x8xf32>) {
    scf.yield %arg1 : tensor<?x8xf32>
  } else {
    %3 = tensor.empty(%c0) : tensor<?x4xf32>
    %4 = linalg.matmul ins(%arg2, %transposed : tensor<?x8xf32>, tensor<8x4xf32>) outs(%3 : tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %arg2 : tensor<?x8xf32>
  }
  %cst_2 = arith.constant dense<1.000000e-01> : tensor<2x4xf32>
  return %cst_2 : tensor<2x4xf32>
}
func.func @widened(%arg0: tensor<?x8xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %cst = arith.constant dense<9.997550e-02> : tensor<4x8xf16>
  %0 = tensor.empty() : tensor<8x4xf16>
  %transposed = linalg.transpose ins(%cst : tensor<4x8xf16>) outs(%0 : tensor<8x4xf16>) permutation = [1, 0]
  %1 = arith.extf %transposed fastmath<contract> : tensor<8x4xf16> to tensor<8x4xf32>
  %2 = linalg.matmul ins(%arg0, %1 : tensor<?x8xf32>, tensor<8x4xf32>) outs(%arg1 : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
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
