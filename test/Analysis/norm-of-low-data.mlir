// The inside of a norm stays f32 where its data came low, as an earlier conversion
// or the user stored it; a constant that came low is no data (found by amp-fuzz,
// seeds 681758 and 681838).
// RUN: amp-opt %s --split-input-file --amp-autocast=f16 | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: @norm
// CHECK: %[[SUM:.*]] = linalg.reduce {{.*}} outs({{.*}} : tensor<8xf32>)
// CHECK: %[[INSIDE:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[SUM]] : tensor<8x64xf16>, tensor<8xf32>)
// CHECK: } -> tensor<8x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[INSIDE]], %[[SUM]] : tensor<8x64xf32>, tensor<8xf32>)
// CHECK: } -> tensor<8x64xf16>
func.func @norm(%x: tensor<8x64xf16>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x64xf32>
  %empty = tensor.empty() : tensor<8x64xf32>
  %sum = linalg.reduce ins(%x : tensor<8x64xf16>) outs(%zero : tensor<8xf32>) dimensions = [1]
    (%in: f16, %init: f32) {
      %1 = arith.extf %in : f16 to f32
      %2 = arith.addf %init, %1 : f32
      linalg.yield %2 : f32
    }
  %inside = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<8x64xf16>, tensor<8xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%in: f16, %mean: f32, %out: f32):
    %1 = arith.extf %in : f16 to f32
    %2 = arith.subf %1, %mean : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  %last = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%inside, %sum : tensor<8x64xf32>, tensor<8xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %1 = arith.mulf %in, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %product = linalg.matmul ins(%last, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %product : tensor<8x64xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A table that the sum is spread over: stored as the product reads it.
// CHECK-LABEL: @table
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<8x64xf16>, tensor<8xf32>)
// CHECK: } -> tensor<8x64xf16>
func.func @table(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x64xf32>
  %ones = arith.constant dense<1.0> : tensor<8x64xf16>
  %empty = tensor.empty() : tensor<8x64xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<8x64xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %spread = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%ones, %sum : tensor<8x64xf16>, tensor<8xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%in: f16, %mean: f32, %out: f32):
    %1 = arith.extf %in : f16 to f32
    %2 = arith.mulf %1, %mean : f32
    linalg.yield %2 : f32
  } -> tensor<8x64xf32>
  %scaled = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%spread, %sum : tensor<8x64xf32>, tensor<8xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %1 = arith.mulf %in, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %product = linalg.matmul ins(%scaled, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %product : tensor<8x64xf32>
}
