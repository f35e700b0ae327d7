// Tuples and integers were asked whether they are low types: they take no part
// (apache/tvm PR 9856).
// RUN: amp-opt --amp-autocast=f16 --allow-unregistered-dialect %s | FileCheck %s

// CHECK-LABEL: func.func @tuples
// CHECK: "test.tuple"() : () -> tuple<tensor<64x64xf32>, i32>
// CHECK: "test.get"(%{{.*}}) : (tuple<tensor<64x64xf32>, i32>) -> tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xi8>, tensor<64x64xi8>) outs({{.*}} : tensor<64x64xi32>)
func.func @tuples(%w: tensor<64x64xf32>, %c: tensor<64x64xf32>, %i: tensor<64x64xi8>, %j: tensor<64x64xi32>) -> (tensor<64x64xf32>, tensor<64x64xi32>) {
  %t = "test.tuple"() : () -> tuple<tensor<64x64xf32>, i32>
  %x = "test.get"(%t) : (tuple<tensor<64x64xf32>, i32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%i, %i : tensor<64x64xi8>, tensor<64x64xi8>) outs(%j : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xi32>
}
