// Positions made in f16 are wrong from 2049 on, in bf16 from 257 on: what is made
// from indices is decided by its range and by its users (apache/tvm PR 8644).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @exponential
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4096x64xf32>)
// CHECK: arith.uitofp %{{.*}} : i32 to f32
// CHECK: math.exp %{{.*}} : tensor<4096x64xf32>
func.func @exponential(%w: tensor<64x64xf32>, %c: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %e = tensor.empty() : tensor<4096x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4096x64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.uitofp %j : i32 to f32
    linalg.yield %f : f32
  } -> tensor<4096x64xf32>
  %s = math.exp %p : tensor<4096x64xf32>
  %0 = linalg.matmul ins(%s, %w : tensor<4096x64xf32>, tensor<64x64xf32>) outs(%c : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  return %0 : tensor<4096x64xf32>
}

// Not all positions are numbers of the low type: its users stay f32 too.
// CHECK-LABEL: func.func @many
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4096x64xf32>)
// CHECK: math.tanh %{{.*}} : tensor<4096x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<4096x64x[[T]]>, tensor<64x64x[[T]]>)
func.func @many(%w: tensor<64x64xf32>, %c: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %e = tensor.empty() : tensor<4096x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4096x64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.uitofp %j : i32 to f32
    linalg.yield %f : f32
  } -> tensor<4096x64xf32>
  %s = math.tanh %p : tensor<4096x64xf32>
  %0 = linalg.matmul ins(%s, %w : tensor<4096x64xf32>, tensor<64x64xf32>) outs(%c : tensor<4096x64xf32>) -> tensor<4096x64xf32>
  return %0 : tensor<4096x64xf32>
}

// All of them are.
// CHECK-LABEL: func.func @few
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<128x64x[[T]]>)
// CHECK: math.tanh %{{.*}} : tensor<128x64x[[T]]>
func.func @few(%w: tensor<64x64xf32>, %c: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %e = tensor.empty() : tensor<128x64xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<128x64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.uitofp %j : i32 to f32
    linalg.yield %f : f32
  } -> tensor<128x64xf32>
  %s = math.tanh %p : tensor<128x64xf32>
  %0 = linalg.matmul ins(%s, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%c : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}
