// Cut from unet_b1, products 0 to 1 by utils/make-small-models.py.
// Group norm with its variance in f64 and SiLU: f64 stays f64.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>
// CHECK: f64
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<32x3x3x3xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x32x3x3xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<1x3x128x128xf32>) -> (tensor<1x32x128x128xf32>, tensor<1x32x66x66xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 1.000000e-05 : f64
    %cst_4 = arith.constant 6.553600e+04 : f32
    %cst_5 = arith.constant 6.553600e+04 : f64
    %padded = tensor.pad %arg8 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst : f32
    } : tensor<1x3x128x128xf32> to tensor<1x3x130x130xf32>
    %0 = tensor.empty() : tensor<1x32x128x128xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<32xf32>) outs(%0 : tensor<1x32x128x128xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<1x3x130x130xf32>, tensor<32x3x3x3xf32>) outs(%broadcasted : tensor<1x32x128x128xf32>) -> tensor<1x32x128x128xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2, 3]] : tensor<1x32x128x128xf32> into tensor<1x524288xf32>
    %expanded = tensor.expand_shape %collapsed [[0], [1, 2]] output_shape [1, 8, 65536] : tensor<1x524288xf32> into tensor<1x8x65536xf32>
    %2 = tensor.empty() : tensor<1x8x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<1x8x65536xf32>) outs(%3 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.divf %in, %cst_4 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %6 = tensor.empty() : tensor<1x8x65536xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x8x65536xf32>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f32, %out: f64):
      %49 = arith.extf %in : f32 to f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %8 = tensor.empty() : tensor<1x8x1xf64>
    %9 = linalg.fill ins(%cst_0 : f64) outs(%8 : tensor<1x8x1xf64>) -> tensor<1x8x1xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<1x8x65536xf64>) outs(%9 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x8x1xf64>) outs(%8 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_5 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %11 : tensor<1x8x65536xf64>, tensor<1x8x1xf64>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f64, %in_19: f64, %out: f64):
      %49 = arith.subf %in, %in_19 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %12 : tensor<1x8x65536xf64>, tensor<1x8x65536xf64>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f64, %in_19: f64, %out: f64):
      %49 = arith.mulf %in, %in_19 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<1x8x65536xf64>) outs(%9 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x8x1xf64>) outs(%8 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_5 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %49 = arith.truncf %in : f64 to f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.truncf %cst_3 : f64 to f32
      %50 = arith.addf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<1x8x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.rsqrt %in : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %19 = tensor.empty() : tensor<1x8x65536xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %5 : tensor<1x8x65536xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x65536xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.subf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x65536xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %18 : tensor<1x8x65536xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x65536xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x65536xf32>
    %collapsed_6 = tensor.collapse_shape %21 [[0], [1, 2]] : tensor<1x8x65536xf32> into tensor<1x524288xf32>
    %expanded_7 = tensor.expand_shape %collapsed_6 [[0], [1, 2, 3]] output_shape [1, 32, 128, 128] : tensor<1x524288xf32> into tensor<1x32x128x128xf32>
    %expanded_8 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7, %expanded_8 : tensor<1x32x128x128xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %expanded_9 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %expanded_9 : tensor<1x32x128x128xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.addf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x32x128x128xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.negf %in : f32
      %50 = math.exp %49 : f32
      %51 = arith.addf %50, %cst_1 : f32
      %52 = arith.divf %cst_1, %51 : f32
      linalg.yield %52 : f32
    } -> tensor<1x32x128x128xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<1x32x128x128xf32>, tensor<1x32x128x128xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %padded_10 = tensor.pad %25 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst : f32
    } : tensor<1x32x128x128xf32> to tensor<1x32x130x130xf32>
    %broadcasted_11 = linalg.broadcast ins(%arg5 : tensor<32xf32>) outs(%0 : tensor<1x32x128x128xf32>) dimensions = [0, 2, 3] 
    %26 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %arg4 : tensor<1x32x130x130xf32>, tensor<32x32x3x3xf32>) outs(%broadcasted_11 : tensor<1x32x128x128xf32>) -> tensor<1x32x128x128xf32>
    %collapsed_12 = tensor.collapse_shape %26 [[0], [1, 2, 3]] : tensor<1x32x128x128xf32> into tensor<1x524288xf32>
    %expanded_13 = tensor.expand_shape %collapsed_12 [[0], [1, 2]] output_shape [1, 8, 65536] : tensor<1x524288xf32> into tensor<1x8x65536xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_13 : tensor<1x8x65536xf32>) outs(%3 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.addf %in, %out : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.divf %in, %cst_4 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<1x8x65536xf32>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f32, %out: f64):
      %49 = arith.extf %in : f32 to f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %30 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%29 : tensor<1x8x65536xf64>) outs(%9 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<1x8x1xf64>) outs(%8 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_5 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %32 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %31 : tensor<1x8x65536xf64>, tensor<1x8x1xf64>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f64, %in_19: f64, %out: f64):
      %49 = arith.subf %in, %in_19 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %32 : tensor<1x8x65536xf64>, tensor<1x8x65536xf64>) outs(%6 : tensor<1x8x65536xf64>) {
    ^bb0(%in: f64, %in_19: f64, %out: f64):
      %49 = arith.mulf %in, %in_19 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x65536xf64>
    %34 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%33 : tensor<1x8x65536xf64>) outs(%9 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.addf %in, %out : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x8x1xf64>) outs(%8 : tensor<1x8x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %49 = arith.divf %in, %cst_5 : f64
      linalg.yield %49 : f64
    } -> tensor<1x8x1xf64>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x8x1xf64>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %49 = arith.truncf %in : f64 to f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.truncf %cst_3 : f64 to f32
      %50 = arith.addf %in, %49 : f32
      linalg.yield %50 : f32
    } -> tensor<1x8x1xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<1x8x1xf32>) outs(%2 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = math.rsqrt %in : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x1xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13, %28 : tensor<1x8x65536xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x65536xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.subf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x65536xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %38 : tensor<1x8x65536xf32>, tensor<1x8x1xf32>) outs(%19 : tensor<1x8x65536xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x8x65536xf32>
    %collapsed_14 = tensor.collapse_shape %40 [[0], [1, 2]] : tensor<1x8x65536xf32> into tensor<1x524288xf32>
    %expanded_15 = tensor.expand_shape %collapsed_14 [[0], [1, 2, 3]] output_shape [1, 32, 128, 128] : tensor<1x524288xf32> into tensor<1x32x128x128xf32>
    %expanded_16 = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %41 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_16 : tensor<1x32x128x128xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %expanded_17 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %42 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_17 : tensor<1x32x128x128xf32>, tensor<32x1x1xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.addf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x32x128x128xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %49 = arith.negf %in : f32
      %50 = math.exp %49 : f32
      %51 = arith.addf %50, %cst_1 : f32
      %52 = arith.divf %cst_1, %51 : f32
      linalg.yield %52 : f32
    } -> tensor<1x32x128x128xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %43 : tensor<1x32x128x128xf32>, tensor<1x32x128x128xf32>) outs(%0 : tensor<1x32x128x128xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %49 = arith.mulf %in, %in_19 : f32
      linalg.yield %49 : f32
    } -> tensor<1x32x128x128xf32>
    %45 = tensor.empty() : tensor<1x32x64x64xf32>
    %46 = linalg.fill ins(%cst_2 : f32) outs(%45 : tensor<1x32x64x64xf32>) -> tensor<1x32x64x64xf32>
    %47 = tensor.empty() : tensor<2x2xf32>
    %48 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%44, %47 : tensor<1x32x128x128xf32>, tensor<2x2xf32>) outs(%46 : tensor<1x32x64x64xf32>) -> tensor<1x32x64x64xf32>
    %padded_18 = tensor.pad %48 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst : f32
    } : tensor<1x32x64x64xf32> to tensor<1x32x66x66xf32>
    return %44, %padded_18 : tensor<1x32x128x128xf32>, tensor<1x32x66x66xf32>
  }
}

