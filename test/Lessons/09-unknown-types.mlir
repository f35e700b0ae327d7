// The pass threw on a type that it did not know: such values are left alone
// (apache/tvm PR 15533).
// RUN: amp-opt --amp-autocast=f16 --allow-unregistered-dialect %s | FileCheck %s

// CHECK-LABEL: func.func @unknown
// CHECK-SAME: !other.list<tensor<64x64xf32>>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: "other.push"(%{{.*}}, %{{.*}}) : (!other.list<tensor<64x64xf32>>, tensor<64x64xf32>) -> !other.list<tensor<64x64xf32>>
// CHECK: memref.load %{{.*}} : memref<64x64xf32>
// CHECK: tensor<*xf32>
func.func @unknown(%l: !other.list<tensor<64x64xf32>>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>, %m: memref<64x64xf32>, %u: tensor<*xf32>, %i: index) -> (!other.list<tensor<64x64xf32>>, f32, tensor<*xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "other.push"(%l, %0) : (!other.list<tensor<64x64xf32>>, tensor<64x64xf32>) -> !other.list<tensor<64x64xf32>>
  %2 = memref.load %m[%i, %i] : memref<64x64xf32>
  %3 = "other.use"(%u) : (tensor<*xf32>) -> tensor<*xf32>
  return %1, %2, %3 : !other.list<tensor<64x64xf32>>, f32, tensor<*xf32>
}
