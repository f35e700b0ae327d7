// Cut from resnet50_ibn_a_b1, products 1 to 4 by utils/make-small-models.py.
// Instance norm on half the channels: its variance must not overflow, its data
// goes low all the same.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64x1x1xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<64x64x3x3xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<256x64x1x1xf32>, %arg11: tensor<256xf32>, %arg12: tensor<256xf32>, %arg13: tensor<256x64x1x1xf32>, %arg14: tensor<256xf32>, %arg15: tensor<256xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<256xf32>, %arg25: tensor<256xf32>, %arg26: tensor<1x64x112x112xf32>) -> tensor<1x256x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 3.136000e+03 : f32
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %1 = tensor.empty() : tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg17 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf one, %in, %cst : f32
      cf.assert %73, "unimplemented: tensor with zero element"
      %74 = arith.divf %cst_0, %in : f32
      linalg.yield %74 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %arg16 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_4 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg26, %expanded : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x112x112xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_4 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x112x112xf32>
    %expanded_5 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_5 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x112x112xf32>
    %expanded_6 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_6 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x112x112xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<1x64x112x112xf32>
    %padded = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg27: index, %arg28: index, %arg29: index, %arg30: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %10 = tensor.empty() : tensor<1x64x56x56xf32>
    %11 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %12 = tensor.empty() : tensor<3x3xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %12 : tensor<1x64x114x114xf32>, tensor<3x3xf32>) outs(%11 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %arg2 : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%14 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %extracted_slice = tensor.extract_slice %15[0, 0, 0, 0] [1, 32, 56, 56] [1, 1, 1, 1] : tensor<1x64x56x56xf32> to tensor<1x32x56x56xf32>
    %extracted_slice_7 = tensor.extract_slice %15[0, 32, 0, 0] [1, 32, 56, 56] [1, 1, 1, 1] : tensor<1x64x56x56xf32> to tensor<1x32x56x56xf32>
    %16 = tensor.empty() : tensor<1x32x1x1xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%extracted_slice : tensor<1x32x56x56xf32>) outs(%17 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x32x1x1xf32>) outs(%16 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_3 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x1x1xf32>
    %20 = tensor.empty() : tensor<1x32x56x56xf32>
    %collapsed = tensor.collapse_shape %19 [[0], [1, 2, 3]] : tensor<1x32x1x1xf32> into tensor<1x32xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x32xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x56x56xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %21 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %22 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%23 : tensor<1x32x56x56xf32>) outs(%17 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x32x1x1xf32>) outs(%16 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_3 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x32x1x1xf32>) outs(%16 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<1x32x1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x32x1x1xf32>) outs(%16 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.rsqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x1x1xf32>
    %collapsed_8 = tensor.collapse_shape %27 [[0], [1, 2, 3]] : tensor<1x32x1x1xf32> into tensor<1x32xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<1x32xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x56x56xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %28 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %expanded_9 = tensor.expand_shape %arg3 [[0, 1]] output_shape [1, 32] : tensor<32xf32> into tensor<1x32xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<1x32xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x56x56xf32>
    %expanded_10 = tensor.expand_shape %arg4 [[0, 1]] output_shape [1, 32] : tensor<32xf32> into tensor<1x32xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<1x32xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %30 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %31 : tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %34 = tensor.empty() : tensor<32xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg19 : tensor<32xf32>) outs(%34 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<32xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%35 : tensor<32xf32>) outs(%34 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<32xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%36 : tensor<32xf32>) outs(%34 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf one, %in, %cst : f32
      cf.assert %73, "unimplemented: tensor with zero element"
      %74 = arith.divf %cst_0, %in : f32
      linalg.yield %74 : f32
    } -> tensor<32xf32>
    %expanded_11 = tensor.expand_shape %arg18 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_12 = tensor.expand_shape %37 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_7, %expanded_11 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_12 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %expanded_13 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_13 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %expanded_14 = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_14 : tensor<1x32x56x56xf32>, tensor<32x1x1xf32>) outs(%20 : tensor<1x32x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x32x56x56xf32>
    %concat = tensor.concat dim(1) %33, %41 : (tensor<1x32x56x56xf32>, tensor<1x32x56x56xf32>) -> tensor<1x64x56x56xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<1x64x56x56xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_15 = tensor.pad %42 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg27: index, %arg28: index, %arg29: index, %arg30: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %43 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_15, %arg7 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%14 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg21 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<64xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%44 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<64xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%45 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf one, %in, %cst : f32
      cf.assert %73, "unimplemented: tensor with zero element"
      %74 = arith.divf %cst_0, %in : f32
      linalg.yield %74 : f32
    } -> tensor<64xf32>
    %expanded_16 = tensor.expand_shape %arg20 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_17 = tensor.expand_shape %46 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %expanded_16 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x56x56xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_17 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_18 = tensor.expand_shape %arg8 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_18 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_19 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_19 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x64x56x56xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<1x64x56x56xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<1x64x56x56xf32>
    %52 = tensor.empty() : tensor<1x256x56x56xf32>
    %53 = linalg.fill ins(%cst : f32) outs(%52 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %54 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%51, %arg10 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%53 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %55 = tensor.empty() : tensor<256xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg23 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<256xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%56 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<256xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%57 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf one, %in, %cst : f32
      cf.assert %73, "unimplemented: tensor with zero element"
      %74 = arith.divf %cst_0, %in : f32
      linalg.yield %74 : f32
    } -> tensor<256xf32>
    %expanded_20 = tensor.expand_shape %arg22 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_21 = tensor.expand_shape %58 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_20 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %expanded_21 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_22 = tensor.expand_shape %arg11 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %expanded_22 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_23 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %expanded_23 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %63 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %arg13 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%53 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg25 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<256xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%64 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.sqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<256xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%65 : tensor<256xf32>) outs(%55 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf one, %in, %cst : f32
      cf.assert %73, "unimplemented: tensor with zero element"
      %74 = arith.divf %cst_0, %in : f32
      linalg.yield %74 : f32
    } -> tensor<256xf32>
    %expanded_24 = tensor.expand_shape %arg24 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_25 = tensor.expand_shape %66 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %expanded_24 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_25 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_26 = tensor.expand_shape %arg14 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %expanded_26 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_27 = tensor.expand_shape %arg15 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %expanded_27 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %70 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<1x256x56x56xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x256x56x56xf32>) outs(%52 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.cmpf ugt, %in, %cst : f32
      %74 = arith.select %73, %in, %cst : f32
      linalg.yield %74 : f32
    } -> tensor<1x256x56x56xf32>
    return %72 : tensor<1x256x56x56xf32>
  }
}

