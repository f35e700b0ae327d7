// A square stays f32 before a sum also where an earlier conversion stored what is
// made of it low (found by amp-fuzz, seeds 743076 and 754249).
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: @stored
// CHECK: arith.mulf %arg0, %arg0 : tensor<8x8xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<8x8xf32>) outs(%{{.*}} : tensor<8x8xf16>)
func.func @stored(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8x8xf16>
  %square = arith.mulf %x, %x : tensor<8x8xf32>
  %low = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%square : tensor<8x8xf32>) outs(%empty : tensor<8x8xf16>) {
  ^bb0(%in: f32, %out: f16):
    %1 = arith.negf %in : f32
    %2 = arith.truncf %1 fastmath<contract> : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<8x8xf16>
  %sum = linalg.reduce ins(%low : tensor<8x8xf16>) outs(%zero : tensor<8xf32>) dimensions = [1]
    (%in: f16, %init: f32) {
      %1 = arith.extf %in fastmath<contract> : f16 to f32
      %2 = arith.addf %init, %1 : f32
      linalg.yield %2 : f32
    }
  %product = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %sum, %product : tensor<8xf32>, tensor<8x8xf32>
}

// The square itself is low, and was widened for what is made of it.
// CHECK-LABEL: @widened
// CHECK: %[[SHIFTED:.*]] = arith.addf %{{.*}}, %{{.*}} : tensor<8x8xf32>
// CHECK: linalg.reduce {{.*}} ins(%[[SHIFTED]] : tensor<8x8xf32>)
func.func @widened(%x: tensor<8x8xf32>, %y: tensor<8x8xf16>, %w: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %square = arith.mulf %y, %y : tensor<8x8xf16>
  %wide = arith.extf %square fastmath<contract> : tensor<8x8xf16> to tensor<8x8xf32>
  %shifted = arith.addf %wide, %w : tensor<8x8xf32>
  %sum = linalg.reduce { arith.addf } ins(%shifted : tensor<8x8xf32>) outs(%zero : tensor<8xf32>) dimensions = [1]
  %product = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %sum, %product : tensor<8xf32>, tensor<8x8xf32>
}
