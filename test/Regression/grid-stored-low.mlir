// A grid that the low type holds exactly is stored so; to a second conversion it
// is one still, and what it is added to a position.
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

#row = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: @positions
// CHECK: arith.constant dense<{{.*}}> : tensor<1x8x2xf16>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.subf {{.*}} : tensor<8x8xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x64xf32>, tensor<64x8xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<8x64xf16>, tensor<64x8xf16>)
func.func @positions(%arg0: i1, %arg1: tensor<4x8xf32>, %arg2: tensor<64x8xf32>, %arg3: tensor<8x64xf32>) -> tensor<8x8xf32> {
  %grid = arith.constant dense<[[[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0], [0.0, 5.0], [0.0, 6.0], [0.0, 7.0]]]> : tensor<1x8x2xf32>
  %empty = tensor.empty() : tensor<8x8x2xf32>
  %0 = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%grid : tensor<1x8x2xf32>) outs(%empty : tensor<8x8x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x8x2xf32>
  %collapsed = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<8x8x2xf32> into tensor<128xf32>
  %extracted_slice = tensor.extract_slice %collapsed[0] [64] [1] : tensor<128xf32> to tensor<64xf32>
  %expanded = tensor.expand_shape %extracted_slice [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %collapsed_1 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %two = tensor.empty() : tensor<2x32xf32>
  %broadcasted = linalg.broadcast ins(%collapsed_1 : tensor<32xf32>) outs(%two : tensor<2x32xf32>) dimensions = [0] 
  %collapsed_3 = tensor.collapse_shape %broadcasted [[0, 1]] : tensor<2x32xf32> into tensor<64xf32>
  %expanded_4 = tensor.expand_shape %collapsed_3 [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %1 = arith.subf %expanded, %expanded_4 : tensor<8x8xf32>
  %collapsed_5 = tensor.collapse_shape %1 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %eight = tensor.empty() : tensor<8x64xf32>
  %broadcasted_7 = linalg.broadcast ins(%collapsed_5 : tensor<64xf32>) outs(%eight : tensor<8x64xf32>) dimensions = [0] 
  %collapsed_8 = tensor.collapse_shape %broadcasted_7 [[0, 1]] : tensor<8x64xf32> into tensor<512xf32>
  %expanded_9 = tensor.expand_shape %collapsed_8 [[0, 1]] output_shape [8, 64] : tensor<512xf32> into tensor<8x64xf32>
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %2 = linalg.matmul ins(%expanded_9, %arg2 : tensor<8x64xf32>, tensor<64x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = scf.if %arg0 -> (tensor<8x8xf32>) {
    %others = arith.constant dense<1.0> : tensor<8x8xf32>
    scf.yield %others : tensor<8x8xf32>
  } else {
    scf.yield %1 : tensor<8x8xf32>
  }
  %ones = arith.constant dense<1.0> : tensor<8x8xf32>
  %collapsed_12 = tensor.collapse_shape %3 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %eights = tensor.empty() : tensor<8x64xf32>
  %broadcasted_14 = linalg.broadcast ins(%collapsed_12 : tensor<64xf32>) outs(%eights : tensor<8x64xf32>) dimensions = [0] 
  %collapsed_15 = tensor.collapse_shape %broadcasted_14 [[0, 1]] : tensor<8x64xf32> into tensor<512xf32>
  %expanded_16 = tensor.expand_shape %collapsed_15 [[0, 1]] output_shape [64, 8] : tensor<512xf32> into tensor<64x8xf32>
  %4 = linalg.matmul ins(%arg3, %expanded_16 : tensor<8x64xf32>, tensor<64x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %ones : tensor<8x8xf32>
}
