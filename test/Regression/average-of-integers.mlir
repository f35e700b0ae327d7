// A mean of integers by a product is a position where nothing is taken from another,
// too: the only difference of this module is low behind the first conversion.
// RUN: amp-opt --amp-autocast="bf16 assign=fixpoint signature=convert" %s -o %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: amp-opt --amp-autocast="bf16 assign=fixpoint signature=convert" %t.mlir | diff %t.mlir -

// CHECK-LABEL: func.func @main(
// CHECK: linalg.matmul ins({{.*}} : tensor<4x1xf32>, tensor<1x4xf32>)
// CHECK-LABEL: func.func @tosa(
// CHECK: tosa.sub {{.*}} -> tensor<2x4x4xbf16>
func.func @main(%arg0: tensor<?x8xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %extracted = tensor.extract %arg0[%c0, %c1] : tensor<?x8xf32>
  %splat = tensor.splat %extracted : tensor<4x4xf32>
  %0 = arith.fptosi %splat : tensor<4x4xf32> to tensor<4x4xi8>
  %cst = arith.constant dense<3> : tensor<4x4xi8>
  %cst_0 = arith.constant dense<1> : tensor<4x4xi32>
  %1 = linalg.matmul ins(%0, %cst : tensor<4x4xi8>, tensor<4x4xi8>) outs(%cst_0 : tensor<4x4xi32>) -> tensor<4x4xi32>
  %2 = arith.sitofp %1 : tensor<4x4xi32> to tensor<4x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
  %c0_2 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %3 = scf.for %arg1 = %c0_2 to %c4 step %c2 iter_args(%arg2 = %cst_1) -> (tensor<4x4xf32>) {
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
    scf.yield %cst_5 : tensor<4x4xf32>
  }
  %cst_3 = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
  %c1_4 = arith.constant 1 : index
  %4 = scf.for %arg1 = %c0 to %c1 step %c1_4 iter_args(%arg2 = %cst_3) -> (tensor<4x4xf32>) {
    %extracted_slice = tensor.extract_slice %2[0, %arg1] [4, 1] [1, 1] : tensor<4x4xf32> to tensor<4x1xf32>
    %extracted_slice_5 = tensor.extract_slice %3[%arg1, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
    %cst_6 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
    %5 = linalg.matmul ins(%extracted_slice, %extracted_slice_5 : tensor<4x1xf32>, tensor<1x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %cst_6 : tensor<4x4xf32>
  } {wide_sums = array<i64: 1, 0>}
  return %cst_3 : tensor<4x4xf32>
}
func.func @tosa(%arg0: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<1.000000e-01> : tensor<4x1x1x4xf32>}> : () -> tensor<4x1x1x4xf32>
  %2 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<4xf32>}> : () -> tensor<4xf32>
  %cst = arith.constant dense<1.000000e+00> : tensor<1x2x4x4xf32>
  %3 = tosa.conv2d %cst, %1, %2, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4x4xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  %4 = tosa.sub %arg0, %cst_0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %cst_1 = arith.constant dense<1.000000e+00> : tensor<2x4x4xf32>
  return %cst_1 : tensor<2x4x4xf32>
}
