// Cut from unet_b1, products 7 to 9 by utils/make-small-models.py.
// A transposed convolution, as zeros inserted and a convolution, then a concatenation
// with a skip connection.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<256x256x3x3xf32>, %arg3: tensor<256xf32>, %arg4: tensor<256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256x128x2x2xf32>, %arg7: tensor<128xf32>, %arg8: tensor<128x256x3x3xf32>, %arg9: tensor<128xf32>, %arg10: tensor<128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<1x128x32x32xf32>, %arg13: tensor<1x256x16x16xf32>) -> tensor<1x128x34x34xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 1.638400e+04 : f32
    %cst_4 = arith.constant 1.638400e+04 : f64
    %cst_5 = arith.constant 8.192000e+03 : f32
    %cst_6 = arith.constant 8.192000e+03 : f64
    %c1 = arith.constant 1 : index
    %0 = tensor.empty() : tensor<1x8x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %2 = tensor.empty() : tensor<1x8x1xf64>
    %3 = linalg.fill ins(%cst_0 : f64) outs(%2 : tensor<1x8x1xf64>) -> tensor<1x8x1xf64>
    %4 = tensor.empty() : tensor<1x128x32x32xf32>
    %5 = tensor.empty() : tensor<1x8x16384xf64>
    %6 = tensor.empty() : tensor<1x8x16384xf32>
    %7 = tensor.empty() : tensor<1x256x16x16xf32>
    %collapsed = tensor.collapse_shape %arg13 [[0], [1, 2, 3]] : tensor<1x256x16x16xf32> into tensor<1x65536xf32>
    %expanded = tensor.expand_shape %collapsed [[0], [1, 2]] output_shape [1, 8, 8192] : tensor<1x65536xf32> into tensor<1x8x8192xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<1x8x8192xf32>) outs(%1 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_5 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %10 = tensor.empty() : tensor<1x8x8192xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8x8192xf32>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f32, %out: f64):
      %72 = arith.extf %in : f32 to f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<1x8x8192xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_6 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %13 : tensor<1x8x8192xf64>, tensor<1x8x1xf64>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.subf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %14 : tensor<1x8x8192xf64>, tensor<1x8x8192xf64>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.mulf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<1x8x8192xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_6 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x8x1xf64>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %72 = arith.truncf %in : f64 to f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.truncf %cst_2 : f64 to f32
      %73 = arith.addf %in, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<1x8x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %21 = tensor.empty() : tensor<1x8x8192xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %9 : tensor<1x8x8192xf32>, tensor<1x8x1xf32>) outs(%21 : tensor<1x8x8192xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.subf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x8192xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %20 : tensor<1x8x8192xf32>, tensor<1x8x1xf32>) outs(%21 : tensor<1x8x8192xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x8192xf32>
    %collapsed_7 = tensor.collapse_shape %23 [[0], [1, 2]] : tensor<1x8x8192xf32> into tensor<1x65536xf32>
    %expanded_8 = tensor.expand_shape %collapsed_7 [[0], [1, 2, 3]] output_shape [1, 256, 16, 16] : tensor<1x65536xf32> into tensor<1x256x16x16xf32>
    %expanded_9 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8, %expanded_9 : tensor<1x256x16x16xf32>, tensor<256x1x1xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %expanded_10 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_10 : tensor<1x256x16x16xf32>, tensor<256x1x1xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.addf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x256x16x16xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.negf %in : f32
      %73 = math.exp %72 : f32
      %74 = arith.addf %73, %cst_1 : f32
      %75 = arith.divf %cst_1, %74 : f32
      linalg.yield %75 : f32
    } -> tensor<1x256x16x16xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %26 : tensor<1x256x16x16xf32>, tensor<1x256x16x16xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %padded = tensor.pad %27 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg14: index, %arg15: index, %arg16: index, %arg17: index):
      tensor.yield %cst : f32
    } : tensor<1x256x16x16xf32> to tensor<1x256x18x18xf32>
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<256xf32>) outs(%7 : tensor<1x256x16x16xf32>) dimensions = [0, 2, 3] 
    %28 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg2 : tensor<1x256x18x18xf32>, tensor<256x256x3x3xf32>) outs(%broadcasted : tensor<1x256x16x16xf32>) -> tensor<1x256x16x16xf32>
    %collapsed_11 = tensor.collapse_shape %28 [[0], [1, 2, 3]] : tensor<1x256x16x16xf32> into tensor<1x65536xf32>
    %expanded_12 = tensor.expand_shape %collapsed_11 [[0], [1, 2]] output_shape [1, 8, 8192] : tensor<1x65536xf32> into tensor<1x8x8192xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_12 : tensor<1x8x8192xf32>) outs(%1 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_5 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<1x8x8192xf32>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f32, %out: f64):
      %72 = arith.extf %in : f32 to f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<1x8x8192xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_6 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %34 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %33 : tensor<1x8x8192xf64>, tensor<1x8x1xf64>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.subf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %34 : tensor<1x8x8192xf64>, tensor<1x8x8192xf64>) outs(%10 : tensor<1x8x8192xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.mulf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x8192xf64>
    %36 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35 : tensor<1x8x8192xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_6 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x8x1xf64>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %72 = arith.truncf %in : f64 to f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.truncf %cst_2 : f64 to f32
      %73 = arith.addf %in, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<1x8x1xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12, %30 : tensor<1x8x8192xf32>, tensor<1x8x1xf32>) outs(%21 : tensor<1x8x8192xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.subf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x8192xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %40 : tensor<1x8x8192xf32>, tensor<1x8x1xf32>) outs(%21 : tensor<1x8x8192xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x8192xf32>
    %collapsed_13 = tensor.collapse_shape %42 [[0], [1, 2]] : tensor<1x8x8192xf32> into tensor<1x65536xf32>
    %expanded_14 = tensor.expand_shape %collapsed_13 [[0], [1, 2, 3]] output_shape [1, 256, 16, 16] : tensor<1x65536xf32> into tensor<1x256x16x16xf32>
    %expanded_15 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14, %expanded_15 : tensor<1x256x16x16xf32>, tensor<256x1x1xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %expanded_16 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %expanded_16 : tensor<1x256x16x16xf32>, tensor<256x1x1xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.addf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %45 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<1x256x16x16xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.negf %in : f32
      %73 = math.exp %72 : f32
      %74 = arith.addf %73, %cst_1 : f32
      %75 = arith.divf %cst_1, %74 : f32
      linalg.yield %75 : f32
    } -> tensor<1x256x16x16xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %45 : tensor<1x256x16x16xf32>, tensor<1x256x16x16xf32>) outs(%7 : tensor<1x256x16x16xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x256x16x16xf32>
    %47 = tensor.empty() : tensor<128x256x2x2xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<128x256x2x2xf32>) -> tensor<128x256x2x2xf32>
    %49 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%48 : tensor<128x256x2x2xf32>) {
    ^bb0(%out: f32):
      %72 = linalg.index 0 : index
      %73 = linalg.index 1 : index
      %74 = linalg.index 2 : index
      %75 = linalg.index 3 : index
      %76 = arith.subi %c1, %74 : index
      %77 = arith.subi %c1, %75 : index
      %extracted = tensor.extract %arg6[%73, %72, %76, %77] : tensor<256x128x2x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x256x2x2xf32>
    %50 = tensor.empty() : tensor<1x256x33x33xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<1x256x33x33xf32>) -> tensor<1x256x33x33xf32>
    %inserted_slice = tensor.insert_slice %46 into %51[0, 0, 1, 1] [1, 256, 16, 16] [1, 1, 2, 2] : tensor<1x256x16x16xf32> into tensor<1x256x33x33xf32>
    %broadcasted_17 = linalg.broadcast ins(%arg7 : tensor<128xf32>) outs(%4 : tensor<1x128x32x32xf32>) dimensions = [0, 2, 3] 
    %52 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %49 : tensor<1x256x33x33xf32>, tensor<128x256x2x2xf32>) outs(%broadcasted_17 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %concat = tensor.concat dim(1) %52, %arg12 : (tensor<1x128x32x32xf32>, tensor<1x128x32x32xf32>) -> tensor<1x256x32x32xf32>
    %padded_18 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg14: index, %arg15: index, %arg16: index, %arg17: index):
      tensor.yield %cst : f32
    } : tensor<1x256x32x32xf32> to tensor<1x256x34x34xf32>
    %broadcasted_19 = linalg.broadcast ins(%arg9 : tensor<128xf32>) outs(%4 : tensor<1x128x32x32xf32>) dimensions = [0, 2, 3] 
    %53 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_18, %arg8 : tensor<1x256x34x34xf32>, tensor<128x256x3x3xf32>) outs(%broadcasted_19 : tensor<1x128x32x32xf32>) -> tensor<1x128x32x32xf32>
    %collapsed_20 = tensor.collapse_shape %53 [[0], [1, 2, 3]] : tensor<1x128x32x32xf32> into tensor<1x131072xf32>
    %expanded_21 = tensor.expand_shape %collapsed_20 [[0], [1, 2]] output_shape [1, 8, 16384] : tensor<1x131072xf32> into tensor<1x8x16384xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_21 : tensor<1x8x16384xf32>) outs(%1 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_3 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<1x8x16384xf32>) outs(%5 : tensor<1x8x16384xf64>) {
    ^bb0(%in: f32, %out: f64):
      %72 = arith.extf %in : f32 to f64
      linalg.yield %72 : f64
    } -> tensor<1x8x16384xf64>
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<1x8x16384xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_4 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %58 : tensor<1x8x16384xf64>, tensor<1x8x1xf64>) outs(%5 : tensor<1x8x16384xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.subf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x16384xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %59 : tensor<1x8x16384xf64>, tensor<1x8x16384xf64>) outs(%5 : tensor<1x8x16384xf64>) {
    ^bb0(%in: f64, %in_27: f64, %out: f64):
      %72 = arith.mulf %in, %in_27 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x16384xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<1x8x16384xf64>) outs(%3 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.addf %in, %out : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %72 = arith.divf %in, %cst_4 : f64
      linalg.yield %72 : f64
    } -> tensor<1x8x1xf64>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x8x1xf64>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %72 = arith.truncf %in : f64 to f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.truncf %cst_2 : f64 to f32
      %73 = arith.addf %in, %72 : f32
      linalg.yield %73 : f32
    } -> tensor<1x8x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x8x1xf32>) outs(%0 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21, %55 : tensor<1x8x16384xf32>, tensor<1x8x1xf32>) outs(%6 : tensor<1x8x16384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.subf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x16384xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %65 : tensor<1x8x16384xf32>, tensor<1x8x1xf32>) outs(%6 : tensor<1x8x16384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x16384xf32>
    %collapsed_22 = tensor.collapse_shape %67 [[0], [1, 2]] : tensor<1x8x16384xf32> into tensor<1x131072xf32>
    %expanded_23 = tensor.expand_shape %collapsed_22 [[0], [1, 2, 3]] output_shape [1, 128, 32, 32] : tensor<1x131072xf32> into tensor<1x128x32x32xf32>
    %expanded_24 = tensor.expand_shape %arg10 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %68 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23, %expanded_24 : tensor<1x128x32x32xf32>, tensor<128x1x1xf32>) outs(%4 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x128x32x32xf32>
    %expanded_25 = tensor.expand_shape %arg11 [[0, 1, 2]] output_shape [128, 1, 1] : tensor<128xf32> into tensor<128x1x1xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %expanded_25 : tensor<1x128x32x32xf32>, tensor<128x1x1xf32>) outs(%4 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.addf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x128x32x32xf32>
    %70 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<1x128x32x32xf32>) outs(%4 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.negf %in : f32
      %73 = math.exp %72 : f32
      %74 = arith.addf %73, %cst_1 : f32
      %75 = arith.divf %cst_1, %74 : f32
      linalg.yield %75 : f32
    } -> tensor<1x128x32x32xf32>
    %71 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69, %70 : tensor<1x128x32x32xf32>, tensor<1x128x32x32xf32>) outs(%4 : tensor<1x128x32x32xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %72 = arith.mulf %in, %in_27 : f32
      linalg.yield %72 : f32
    } -> tensor<1x128x32x32xf32>
    %padded_26 = tensor.pad %71 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg14: index, %arg15: index, %arg16: index, %arg17: index):
      tensor.yield %cst : f32
    } : tensor<1x128x32x32xf32> to tensor<1x128x34x34xf32>
    return %padded_26 : tensor<1x128x34x34xf32>
  }
}

