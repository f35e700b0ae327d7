// What a gather reads from memory is data, though the graph sees only the
// constants that stand where the mask is off: taken for a constant, it was
// rounded on its way to a convolution that keeps the digits of its inputs, and
// converting again took that for no input.
// RUN: amp-opt --amp-autocast='f16 assign=greedy' %s -o %t && FileCheck %s < %t
// RUN: amp-opt --amp-autocast='f16 assign=greedy' %t | diff %t -

// CHECK: %[[A:.*]] = vector.gather
// CHECK: vector.transfer_write %[[A]], {{.*}} : vector<8xf32>, tensor<8xf32>
// CHECK: linalg.conv_2d_ngchw_gfchw {{.*}} -> tensor<1x2x6x6x6xf32>
// CHECK: linalg.batch_vecmat ins({{.*}} : tensor<2x8xf16>, tensor<2x8x16xf16>)
module {
  func.func @generated(%arg0: tensor<4x8xf32>, %arg1: memref<16xf32>, %arg2: index, %arg3: vector<8xi32>, %arg4: vector<8xi1>, %arg5: vector<8xi1>) -> vector<8xf32> {
    %c = ml_program.global_load_const @c : tensor<4xf32>
    %cst = arith.constant dense<1.000000e+00> : tensor<8xf32>
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = vector.transfer_read %cst[%c0], %cst_0 {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
    %1 = vector.gather %arg1[%arg2] [%arg3], %arg4, %0 : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %2 = vector.mask %arg5 { vector.reduction <add>, %1 : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<4x8xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<16x32xf32>
    %broadcasted = linalg.broadcast ins(%collapsed : tensor<32xf32>) outs(%cst_2 : tensor<16x32xf32>) dimensions = [0] 
    %collapsed_3 = tensor.collapse_shape %broadcasted [[0, 1]] : tensor<16x32xf32> into tensor<512xf32>
    %expanded = tensor.expand_shape %collapsed_3 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 8, 8] : tensor<512xf32> into tensor<1x2x4x8x8xf32>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<108x4xf32>
    %broadcasted_5 = linalg.broadcast ins(%c : tensor<4xf32>) outs(%cst_4 : tensor<108x4xf32>) dimensions = [0] 
    %collapsed_6 = tensor.collapse_shape %broadcasted_5 [[0, 1]] : tensor<108x4xf32> into tensor<432xf32>
    %expanded_7 = tensor.expand_shape %collapsed_6 [[0, 1, 2, 3, 4]] output_shape [2, 6, 4, 3, 3] : tensor<432xf32> into tensor<2x6x4x3x3xf32>
    %cst_8 = arith.constant dense<1.000000e+00> : tensor<8xf32>
    %c0_9 = arith.constant 0 : index
    %3 = vector.transfer_write %1, %cst_8[%c0_9] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
    %cst_10 = arith.constant dense<1.000000e+00> : tensor<54x8xf32>
    %broadcasted_11 = linalg.broadcast ins(%3 : tensor<8xf32>) outs(%cst_10 : tensor<54x8xf32>) dimensions = [0] 
    %collapsed_12 = tensor.collapse_shape %broadcasted_11 [[0, 1]] : tensor<54x8xf32> into tensor<432xf32>
    %expanded_13 = tensor.expand_shape %collapsed_12 [[0, 1, 2, 3, 4]] output_shape [1, 2, 6, 6, 6] : tensor<432xf32> into tensor<1x2x6x6x6xf32>
    %4 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%expanded, %expanded_7 : tensor<1x2x4x8x8xf32>, tensor<2x6x4x3x3xf32>) outs(%expanded_13 : tensor<1x2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
    %c0_14 = arith.constant 0 : index
    %cst_15 = arith.constant 0.000000e+00 : f32
    %5 = vector.transfer_read %cst_1[%c0_14, %c0_14], %cst_15 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32>
    %collapsed_16 = tensor.collapse_shape %4 [[0, 1, 2, 3, 4]] : tensor<1x2x6x6x6xf32> into tensor<432xf32>
    %extracted_slice = tensor.extract_slice %collapsed_16[0] [4] [1] : tensor<432xf32> to tensor<4xf32>
    %c0_17 = arith.constant 0 : index
    %cst_18 = arith.constant 0.000000e+00 : f32
    %6 = vector.transfer_read %extracted_slice[%c0_17], %cst_18 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
    %7 = vector.multi_reduction <mul>, %5, %6 [1] : vector<4x8xf32> to vector<4xf32>
    %cst_19 = arith.constant dense<1.000000e+00> : tensor<2x8xf32>
    %cst_20 = arith.constant dense<1.000000e+00> : tensor<2x8x16xf32>
    %cst_21 = arith.constant dense<1.000000e+00> : tensor<2x16xf32>
    %8 = linalg.batch_vecmat ins(%cst_19, %cst_20 : tensor<2x8xf32>, tensor<2x8x16xf32>) outs(%cst_21 : tensor<2x16xf32>) -> tensor<2x16xf32>
    return %1 : vector<8xf32>
  }
  ml_program.global private @c(dense<0.000000e+00> : tensor<4xf32>) : tensor<4xf32>
}
