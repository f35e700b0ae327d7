// A peer shipped every default with f16 accumulation, because its back end could
// not take f32: each kind of product accumulates in f32 here (apache/tvm PR 8341).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @linalg
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @linalg(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @tosa_conv
// CHECK: tosa.conv2d {{.*}}acc_type = f32{{.*}} : (tensor<1x32x32x64x[[T]]>, tensor<64x3x3x64x[[T]]>,
func.func @tosa_conv(%x: tensor<1x32x32x64xf32>, %w: tensor<64x3x3x64xf32>) -> tensor<1x32x32x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %b = "tosa.const"() {values = dense<0.5> : tensor<64xf32>} : () -> tensor<64xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x32x32x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x64xf32>
  return %0 : tensor<1x32x32x64xf32>
}

// CHECK-LABEL: func.func @vector
// CHECK: vector.contract {{.*}} : vector<16x16x[[T]]>, vector<16x16x[[T]]> into vector<16x16xf32>
func.func @vector(%a: vector<16x16xf32>, %b: vector<16x16xf32>, %c: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
  return %0 : vector<16x16xf32>
}
