// A view that is read in both types is made of both copies of its source, which
// costs nothing; the copies are not cast behind it.
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<64x64xf32>, %[[W:.*]]: tensor<64x64xf32>, %[[P:.*]]: tensor<8x8x8xf32>)
// CHECK: %[[LOW:.*]] = arith.truncf %[[X]] {{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK-NOT: arith.truncf %[[X]]
// CHECK: %[[HIGHVIEW:.*]] = tensor.expand_shape %[[X]] {{.*}} into tensor<8x8x64xf32>
// CHECK: %[[LOWVIEW:.*]] = tensor.expand_shape %[[LOW]] {{.*}} into tensor<8x8x64xf16>
// CHECK: math.log %[[HIGHVIEW]]
// CHECK: linalg.matmul ins(%[[LOW]]
// CHECK-NOT: arith.truncf
// CHECK: linalg.batch_matmul ins({{.*}}, %[[LOWVIEW]]
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %p: tensor<8x8x8xf32>) -> (tensor<8x8x64xf32>, tensor<64x64xf32>, tensor<8x8x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %zero3 = arith.constant dense<0.0> : tensor<8x8x64xf32>
  %v = tensor.expand_shape %x [[0, 1], [2]] output_shape [8, 8, 64] : tensor<64x64xf32> into tensor<8x8x64xf32>
  %e = math.log %v : tensor<8x8x64xf32>
  %a = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.batch_matmul ins(%p, %v : tensor<8x8x8xf32>, tensor<8x8x64xf32>) outs(%zero3 : tensor<8x8x64xf32>) -> tensor<8x8x64xf32>
  return %e, %a, %q : tensor<8x8x64xf32>, tensor<64x64xf32>, tensor<8x8x64xf32>
}
