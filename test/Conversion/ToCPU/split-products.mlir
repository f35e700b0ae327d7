// What a fused body computes for each column of a product (a gelu of the other
// factor's rows) becomes an op of its own, in f32 as it was multiplied; the product
// is a contraction again. A factor that is used once stays inside, and so does one
// that knows its place.
// RUN: amp-opt %s --amp-cpu-fuse | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#bias = affine_map<(m, n, k) -> (k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func @gelu
// CHECK: %[[A:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<16x32xf16>, tensor<32xf32>) outs(%{{.*}} : tensor<16x32xf32>)
// CHECK: math.tanh
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<32x64xf16>) outs(%{{.*}} : tensor<32x64xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] : tensor<16x32xf32>, tensor<32x64xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[S:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: arith.addf %[[S]], %[[P]]
// CHECK-NEXT: linalg.yield
func.func @gelu(%x: tensor<16x32xf16>, %s: tensor<32xf32>, %w: tensor<32x64xf16>, %init: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #bias, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %s, %w : tensor<16x32xf16>, tensor<32xf32>, tensor<32x64xf16>) outs(%init : tensor<16x64xf32>) {
  ^bb0(%p: f16, %q: f32, %r: f16, %out: f32):
    %1 = arith.extf %p : f16 to f32
    %2 = arith.addf %1, %q : f32
    %3 = math.tanh %2 : f32
    %4 = arith.mulf %1, %3 : f32
    %5 = arith.extf %r : f16 to f32
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}

// CHECK-LABEL: func @once
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @once(%x: tensor<16x32xf32>, %w: tensor<32x2xf32>, %init: tensor<16x2xf32>) -> tensor<16x2xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x32xf32>, tensor<32x2xf32>) outs(%init : tensor<16x2xf32>) {
  ^bb0(%p: f32, %r: f32, %out: f32):
    %3 = math.tanh %p : f32
    %6 = arith.mulf %3, %r : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<16x2xf32>
  return %0 : tensor<16x2xf32>
}

// CHECK-LABEL: func @place
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @place(%x: tensor<16x32xf32>, %w: tensor<32x64xf32>, %init: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x32xf32>, tensor<32x64xf32>) outs(%init : tensor<16x64xf32>) {
  ^bb0(%p: f32, %r: f32, %out: f32):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.sitofp %2 : i32 to f32
    %4 = arith.addf %p, %3 : f32
    %6 = arith.mulf %4, %r : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
