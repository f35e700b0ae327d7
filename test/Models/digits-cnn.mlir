// Cut from digits_cnn_b360 by utils/make-small-models.py.
// A whole small network.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<32x1x3x3xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<64x32x3x3xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x64x3x3xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x256xf32>, %arg10: tensor<64xf32>, %arg11: tensor<10x64xf32>, %arg12: tensor<10xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<360x1x8x8xf32>) -> tensor<360x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %padded = tensor.pad %arg19 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg20: index, %arg21: index, %arg22: index, %arg23: index):
      tensor.yield %cst : f32
    } : tensor<360x1x8x8xf32> to tensor<360x1x10x10xf32>
    %0 = tensor.empty() : tensor<360x32x8x8xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<360x32x8x8xf32>) -> tensor<360x32x8x8xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<360x1x10x10xf32>, tensor<32x1x3x3xf32>) outs(%1 : tensor<360x32x8x8xf32>) -> tensor<360x32x8x8xf32>
    %3 = tensor.empty() : tensor<32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<32xf32>) outs(%3 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.truncf %cst_2 : f64 to f32
      %65 = arith.addf %in, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<32xf32>) outs(%3 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.sqrt %in : f32
      linalg.yield %64 : f32
    } -> tensor<32xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<32xf32>) outs(%3 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf one, %in, %cst : f32
      cf.assert %64, "unimplemented: tensor with zero element"
      %65 = arith.divf %cst_0, %in : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %arg13 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_3 = tensor.expand_shape %6 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<360x32x8x8xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<360x32x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.subf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x32x8x8xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_3 : tensor<360x32x8x8xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<360x32x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x32x8x8xf32>
    %expanded_4 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<360x32x8x8xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<360x32x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x32x8x8xf32>
    %expanded_5 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_5 : tensor<360x32x8x8xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<360x32x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.addf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x32x8x8xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<360x32x8x8xf32>) outs(%0 : tensor<360x32x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf ugt, %in, %cst : f32
      %65 = arith.select %64, %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<360x32x8x8xf32>
    %padded_6 = tensor.pad %11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg20: index, %arg21: index, %arg22: index, %arg23: index):
      tensor.yield %cst : f32
    } : tensor<360x32x8x8xf32> to tensor<360x32x10x10xf32>
    %12 = tensor.empty() : tensor<360x64x8x8xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<360x64x8x8xf32>) -> tensor<360x64x8x8xf32>
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %arg3 : tensor<360x32x10x10xf32>, tensor<64x32x3x3xf32>) outs(%13 : tensor<360x64x8x8xf32>) -> tensor<360x64x8x8xf32>
    %15 = tensor.empty() : tensor<64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.truncf %cst_2 : f64 to f32
      %65 = arith.addf %in, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<64xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.sqrt %in : f32
      linalg.yield %64 : f32
    } -> tensor<64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%17 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf one, %in, %cst : f32
      cf.assert %64, "unimplemented: tensor with zero element"
      %65 = arith.divf %cst_0, %in : f32
      linalg.yield %65 : f32
    } -> tensor<64xf32>
    %expanded_7 = tensor.expand_shape %arg15 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_8 = tensor.expand_shape %18 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %expanded_7 : tensor<360x64x8x8xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<360x64x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.subf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x8x8xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_8 : tensor<360x64x8x8xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<360x64x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x8x8xf32>
    %expanded_9 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_9 : tensor<360x64x8x8xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<360x64x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x8x8xf32>
    %expanded_10 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_10 : tensor<360x64x8x8xf32>, tensor<64x1x1xf32>) outs(%12 : tensor<360x64x8x8xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.addf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x8x8xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<360x64x8x8xf32>) outs(%12 : tensor<360x64x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf ugt, %in, %cst : f32
      %65 = arith.select %64, %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<360x64x8x8xf32>
    %24 = tensor.empty() : tensor<360x64x4x4xf32>
    %25 = linalg.fill ins(%cst_1 : f32) outs(%24 : tensor<360x64x4x4xf32>) -> tensor<360x64x4x4xf32>
    %26 = tensor.empty() : tensor<2x2xf32>
    %27 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%23, %26 : tensor<360x64x8x8xf32>, tensor<2x2xf32>) outs(%25 : tensor<360x64x4x4xf32>) -> tensor<360x64x4x4xf32>
    %padded_11 = tensor.pad %27 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg20: index, %arg21: index, %arg22: index, %arg23: index):
      tensor.yield %cst : f32
    } : tensor<360x64x4x4xf32> to tensor<360x64x6x6xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%24 : tensor<360x64x4x4xf32>) -> tensor<360x64x4x4xf32>
    %29 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_11, %arg6 : tensor<360x64x6x6xf32>, tensor<64x64x3x3xf32>) outs(%28 : tensor<360x64x4x4xf32>) -> tensor<360x64x4x4xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg18 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.truncf %cst_2 : f64 to f32
      %65 = arith.addf %in, %64 : f32
      linalg.yield %65 : f32
    } -> tensor<64xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%30 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.sqrt %in : f32
      linalg.yield %64 : f32
    } -> tensor<64xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%31 : tensor<64xf32>) outs(%15 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf one, %in, %cst : f32
      cf.assert %64, "unimplemented: tensor with zero element"
      %65 = arith.divf %cst_0, %in : f32
      linalg.yield %65 : f32
    } -> tensor<64xf32>
    %expanded_12 = tensor.expand_shape %arg17 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_13 = tensor.expand_shape %32 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_12 : tensor<360x64x4x4xf32>, tensor<64x1x1xf32>) outs(%24 : tensor<360x64x4x4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.subf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x4x4xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_13 : tensor<360x64x4x4xf32>, tensor<64x1x1xf32>) outs(%24 : tensor<360x64x4x4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x4x4xf32>
    %expanded_14 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_14 : tensor<360x64x4x4xf32>, tensor<64x1x1xf32>) outs(%24 : tensor<360x64x4x4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.mulf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x4x4xf32>
    %expanded_15 = tensor.expand_shape %arg8 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_15 : tensor<360x64x4x4xf32>, tensor<64x1x1xf32>) outs(%24 : tensor<360x64x4x4xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.addf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64x4x4xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<360x64x4x4xf32>) outs(%24 : tensor<360x64x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf ugt, %in, %cst : f32
      %65 = arith.select %64, %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<360x64x4x4xf32>
    %38 = tensor.empty() : tensor<360x64x2x2xf32>
    %39 = linalg.fill ins(%cst_1 : f32) outs(%38 : tensor<360x64x2x2xf32>) -> tensor<360x64x2x2xf32>
    %40 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%37, %26 : tensor<360x64x4x4xf32>, tensor<2x2xf32>) outs(%39 : tensor<360x64x2x2xf32>) -> tensor<360x64x2x2xf32>
    %collapsed = tensor.collapse_shape %40 [[0], [1, 2, 3]] : tensor<360x64x2x2xf32> into tensor<360x256xf32>
    %41 = tensor.empty() : tensor<256x64xf32>
    %transposed = linalg.transpose ins(%arg9 : tensor<64x256xf32>) outs(%41 : tensor<256x64xf32>) permutation = [1, 0] 
    %42 = tensor.empty() : tensor<360x64xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<360x64xf32>) -> tensor<360x64xf32>
    %44 = linalg.matmul ins(%collapsed, %transposed : tensor<360x256xf32>, tensor<256x64xf32>) outs(%43 : tensor<360x64xf32>) -> tensor<360x64xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%44, %arg10 : tensor<360x64xf32>, tensor<64xf32>) outs(%42 : tensor<360x64xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.addf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x64xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<360x64xf32>) outs(%42 : tensor<360x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.cmpf ugt, %in, %cst : f32
      %65 = arith.select %64, %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<360x64xf32>
    %47 = tensor.empty() : tensor<64x10xf32>
    %transposed_16 = linalg.transpose ins(%arg11 : tensor<10x64xf32>) outs(%47 : tensor<64x10xf32>) permutation = [1, 0] 
    %48 = tensor.empty() : tensor<360x10xf32>
    %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<360x10xf32>) -> tensor<360x10xf32>
    %50 = linalg.matmul ins(%46, %transposed_16 : tensor<360x64xf32>, tensor<64x10xf32>) outs(%49 : tensor<360x10xf32>) -> tensor<360x10xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%50, %arg12 : tensor<360x10xf32>, tensor<10xf32>) outs(%48 : tensor<360x10xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.addf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x10xf32>
    %52 = tensor.empty() : tensor<360xi64>
    %53 = linalg.fill ins(%c0_i64 : i64) outs(%52 : tensor<360xi64>) -> tensor<360xi64>
    %54 = tensor.empty() : tensor<360xf32>
    %55 = linalg.fill ins(%cst_1 : f32) outs(%54 : tensor<360xf32>) -> tensor<360xf32>
    %56:2 = linalg.generic {indexing_maps = [#map3, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%51 : tensor<360x10xf32>) outs(%55, %53 : tensor<360xf32>, tensor<360xi64>) {
    ^bb0(%in: f32, %out: f32, %out_18: i64):
      %64 = linalg.index 1 : index
      %65 = arith.index_cast %64 : index to i64
      %66 = arith.maximumf %in, %out : f32
      %67 = arith.cmpf ogt, %in, %out : f32
      %68 = arith.select %67, %65, %out_18 : i64
      linalg.yield %66, %68 : f32, i64
    } -> (tensor<360xf32>, tensor<360xi64>)
    %expanded_17 = tensor.expand_shape %56#0 [[0, 1]] output_shape [360, 1] : tensor<360xf32> into tensor<360x1xf32>
    %57 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%51, %expanded_17 : tensor<360x10xf32>, tensor<360x1xf32>) outs(%48 : tensor<360x10xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.subf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x10xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<360x10xf32>) outs(%48 : tensor<360x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.exp %in : f32
      linalg.yield %64 : f32
    } -> tensor<360x10xf32>
    %59 = tensor.empty() : tensor<360x1xf32>
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<360x1xf32>) -> tensor<360x1xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map6], iterator_types = ["parallel", "reduction"]} ins(%58 : tensor<360x10xf32>) outs(%60 : tensor<360x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %in, %out : f32
      linalg.yield %64 : f32
    } -> tensor<360x1xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<360x1xf32>) outs(%59 : tensor<360x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.log %in : f32
      linalg.yield %64 : f32
    } -> tensor<360x1xf32>
    %63 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%57, %62 : tensor<360x10xf32>, tensor<360x1xf32>) outs(%48 : tensor<360x10xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %64 = arith.subf %in, %in_18 : f32
      linalg.yield %64 : f32
    } -> tensor<360x10xf32>
    return %63 : tensor<360x10xf32>
  }
}

