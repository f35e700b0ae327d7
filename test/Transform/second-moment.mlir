// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" -o /dev/null

// A square that feeds a sum is not rounded to f16 where the sum keeps its dimension
// (an indexing map with a 0), and where the square is an op that absorbs no cast.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-LABEL: func.func @kept_dimension
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<8x64xf32>)
// CHECK: arith.mulf {{.*}} : f32
// CHECK-NOT: arith.truncf
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}} : tensor<8x64xf32>) outs(%{{.*}} : tensor<8x1xf32>)
func.func @kept_dimension(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x1xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %square = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%h, %h : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %m = arith.mulf %in0, %in1 : f32
    linalg.yield %m : f32
  } -> tensor<8x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%square : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<8x1xf32>
  return %sum : tensor<8x1xf32>
}

// CHECK-LABEL: func.func @no_absorption
// CHECK: arith.mulf {{.*}} : tensor<8x64xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}} : tensor<8x64xf32>) outs(%{{.*}} : tensor<8x1xf32>)
func.func @no_absorption(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x1xf32> {
  %zero = arith.constant 0.000000e+00 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %e1 = tensor.empty() : tensor<8x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %init1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x1xf32>) -> tensor<8x1xf32>
  %h = linalg.matmul ins(%x, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%init : tensor<8x64xf32>) -> tensor<8x64xf32>
  %square = arith.mulf %h, %h : tensor<8x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%square : tensor<8x64xf32>) outs(%init1 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<8x1xf32>
  return %sum : tensor<8x1xf32>
}
