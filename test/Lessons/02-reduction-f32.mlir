// Sums and poolings were never given an accumulator: they read low storage and
// add in f32 here (apache/tvm issue 8296).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @sum
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64x[[T]]>) outs(%{{.*}} : tensor<64xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: [[T]], %[[OUT:.*]]: f32):
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[IN]] fastmath<contract> : [[T]] to f32
// CHECK-NEXT: arith.addf %[[X]], %[[OUT]] : f32
// CHECK: } -> tensor<64xf32>
func.func @sum(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %s : tensor<64x64xf32>, tensor<64xf32>
}

// A pooling window by a named op.
// CHECK-LABEL: func.func @pooling
// CHECK: linalg.pooling_nchw_sum ins(%{{.*}}, %{{.*}} : tensor<1x8x32x32x{{.*}}>, tensor<3x3x{{.*}}>) outs(%{{.*}} : tensor<1x8x30x30xf32>)
func.func @pooling(%x: tensor<1x8x34x34xf32>, %k: tensor<8x8x3x3xf32>, %c: tensor<1x8x32x32xf32>, %d: tensor<1x8x30x30xf32>) -> tensor<1x8x30x30xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x8x34x34xf32>, tensor<8x8x3x3xf32>) outs(%c : tensor<1x8x32x32xf32>) -> tensor<1x8x32x32xf32>
  %win = tensor.empty() : tensor<3x3xf32>
  %1 = linalg.pooling_nchw_sum ins(%0, %win : tensor<1x8x32x32xf32>, tensor<3x3xf32>) outs(%d : tensor<1x8x30x30xf32>) -> tensor<1x8x30x30xf32>
  return %1 : tensor<1x8x30x30xf32>
}
