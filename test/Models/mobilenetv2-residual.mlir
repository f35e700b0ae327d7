// Cut from mobilenetv2_b1, products 6 to 8 by utils/make-small-models.py.
// An inverted residual: expansion, depthwise convolution, projection; relu6 bounds
// what lies between.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>
// CHECK: linalg.depthwise_conv_2d_nchw_chw {{.*}}xf16>
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<24xf32>, %arg1: tensor<24xf32>, %arg2: tensor<144x24x1x1xf32>, %arg3: tensor<144xf32>, %arg4: tensor<144xf32>, %arg5: tensor<144x1x3x3xf32>, %arg6: tensor<144xf32>, %arg7: tensor<144xf32>, %arg8: tensor<24x144x1x1xf32>, %arg9: tensor<24xf32>, %arg10: tensor<24xf32>, %arg11: tensor<24xf32>, %arg12: tensor<24xf32>, %arg13: tensor<144xf32>, %arg14: tensor<144xf32>, %arg15: tensor<144xf32>, %arg16: tensor<144xf32>, %arg17: tensor<24xf32>, %arg18: tensor<24xf32>, %arg19: tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 6.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x24x56x56xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %2 = tensor.empty() : tensor<24xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg12 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_1 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %expanded = tensor.expand_shape %arg11 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_3 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg19, %expanded : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.subf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_3 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %expanded_4 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_4 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %expanded_5 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_5 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.addf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %10 = tensor.empty() : tensor<1x144x56x56xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%9, %arg2 : tensor<1x24x56x56xf32>, tensor<144x24x1x1xf32>) outs(%11 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %13 = tensor.empty() : tensor<144xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg14 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_1 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<144xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<144xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%15 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<144xf32>
    %expanded_6 = tensor.expand_shape %arg13 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %expanded_7 = tensor.expand_shape %16 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %expanded_6 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.subf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_7 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_8 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %expanded_9 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_9 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.addf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x144x56x56xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ult, %in, %cst : f32
      %41 = arith.select %40, %cst, %in : f32
      %42 = arith.cmpf ugt, %41, %cst_2 : f32
      %43 = arith.select %42, %cst_2, %41 : f32
      linalg.yield %43 : f32
    } -> tensor<1x144x56x56xf32>
    %padded = tensor.pad %21 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg20: index, %arg21: index, %arg22: index, %arg23: index):
      tensor.yield %cst : f32
    } : tensor<1x144x56x56xf32> to tensor<1x144x58x58xf32>
    %collapsed = tensor.collapse_shape %arg5 [[0, 1], [2], [3]] : tensor<144x1x3x3xf32> into tensor<144x3x3xf32>
    %22 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x144x58x58xf32>, tensor<144x3x3xf32>) outs(%11 : tensor<1x144x56x56xf32>) -> tensor<1x144x56x56xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg16 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_1 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<144xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%23 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<144xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%24 : tensor<144xf32>) outs(%13 : tensor<144xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<144xf32>
    %expanded_10 = tensor.expand_shape %arg15 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %expanded_11 = tensor.expand_shape %25 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %expanded_10 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.subf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %expanded_11 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %expanded_12 = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_12 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %expanded_13 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [144, 1, 1] : tensor<144xf32> into tensor<144x1x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_13 : tensor<1x144x56x56xf32>, tensor<144x1x1xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.addf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x144x56x56xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x144x56x56xf32>) outs(%10 : tensor<1x144x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ult, %in, %cst : f32
      %41 = arith.select %40, %cst, %in : f32
      %42 = arith.cmpf ugt, %41, %cst_2 : f32
      %43 = arith.select %42, %cst_2, %41 : f32
      linalg.yield %43 : f32
    } -> tensor<1x144x56x56xf32>
    %31 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%30, %arg8 : tensor<1x144x56x56xf32>, tensor<24x144x1x1xf32>) outs(%1 : tensor<1x24x56x56xf32>) -> tensor<1x24x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg18 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_1 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%32 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%33 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %expanded_14 = tensor.expand_shape %arg17 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_15 = tensor.expand_shape %34 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_14 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.subf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_15 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %expanded_16 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_16 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.mulf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %expanded_17 = tensor.expand_shape %arg10 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_17 : tensor<1x24x56x56xf32>, tensor<24x1x1xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.addf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %38 : tensor<1x24x56x56xf32>, tensor<1x24x56x56xf32>) outs(%0 : tensor<1x24x56x56xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %40 = arith.addf %in, %in_18 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x56x56xf32>
    return %39 : tensor<1x24x56x56xf32>
  }
}

