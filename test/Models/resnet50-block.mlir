// Cut from resnet50_b1, products 1 to 4 by utils/make-small-models.py.
// A bottleneck: four convolutions, and a sum of two branches that must not pull
// them back to f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64x1x1xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64x3x3xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<256x64x1x1xf32>, %arg9: tensor<256xf32>, %arg10: tensor<256xf32>, %arg11: tensor<256x64x1x1xf32>, %arg12: tensor<256xf32>, %arg13: tensor<256xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<256xf32>, %arg21: tensor<256xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<1x64x112x112xf32>) -> tensor<1x256x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %1 = tensor.empty() : tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg15 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_2 : f64 to f32
      %55 = arith.addf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%2 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.sqrt %in : f32
      linalg.yield %54 : f32
    } -> tensor<64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf one, %in, %cst : f32
      cf.assert %54, "unimplemented: tensor with zero element"
      %55 = arith.divf %cst_0, %in : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %arg14 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_3 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg24, %expanded : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.subf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x112x112xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_3 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x112x112xf32>
    %expanded_4 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_4 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x112x112xf32>
    %expanded_5 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_5 : tensor<1x64x112x112xf32>, tensor<64x1x1xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x112x112xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf ugt, %in, %cst : f32
      %55 = arith.select %54, %in, %cst : f32
      linalg.yield %55 : f32
    } -> tensor<1x64x112x112xf32>
    %padded = tensor.pad %9 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg25: index, %arg26: index, %arg27: index, %arg28: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %10 = tensor.empty() : tensor<1x64x56x56xf32>
    %11 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %12 = tensor.empty() : tensor<3x3xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %12 : tensor<1x64x114x114xf32>, tensor<3x3xf32>) outs(%11 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %arg2 : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%14 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg17 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_2 : f64 to f32
      %55 = arith.addf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%16 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.sqrt %in : f32
      linalg.yield %54 : f32
    } -> tensor<64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%17 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf one, %in, %cst : f32
      cf.assert %54, "unimplemented: tensor with zero element"
      %55 = arith.divf %cst_0, %in : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %expanded_6 = tensor.expand_shape %arg16 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_7 = tensor.expand_shape %18 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_6 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.subf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_7 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_8 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_9 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_9 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x64x56x56xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf ugt, %in, %cst : f32
      %55 = arith.select %54, %in, %cst : f32
      linalg.yield %55 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_10 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg25: index, %arg26: index, %arg27: index, %arg28: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %24 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %arg5 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%14 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg19 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_2 : f64 to f32
      %55 = arith.addf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.sqrt %in : f32
      linalg.yield %54 : f32
    } -> tensor<64xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%26 : tensor<64xf32>) outs(%1 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf one, %in, %cst : f32
      cf.assert %54, "unimplemented: tensor with zero element"
      %55 = arith.divf %cst_0, %in : f32
      linalg.yield %55 : f32
    } -> tensor<64xf32>
    %expanded_11 = tensor.expand_shape %arg18 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_12 = tensor.expand_shape %27 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_11 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.subf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_12 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_13 = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_13 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %expanded_14 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_14 : tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x64x56x56xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x64x56x56xf32>) outs(%10 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf ugt, %in, %cst : f32
      %55 = arith.select %54, %in, %cst : f32
      linalg.yield %55 : f32
    } -> tensor<1x64x56x56xf32>
    %33 = tensor.empty() : tensor<1x256x56x56xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %35 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%32, %arg8 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%34 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %36 = tensor.empty() : tensor<256xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg21 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_2 : f64 to f32
      %55 = arith.addf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<256xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%37 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.sqrt %in : f32
      linalg.yield %54 : f32
    } -> tensor<256xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%38 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf one, %in, %cst : f32
      cf.assert %54, "unimplemented: tensor with zero element"
      %55 = arith.divf %cst_0, %in : f32
      linalg.yield %55 : f32
    } -> tensor<256xf32>
    %expanded_15 = tensor.expand_shape %arg20 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_16 = tensor.expand_shape %39 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_15 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.subf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_16 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_17 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_17 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_18 = tensor.expand_shape %arg10 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %expanded_18 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %44 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %arg11 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%34 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg23 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.truncf %cst_2 : f64 to f32
      %55 = arith.addf %in, %54 : f32
      linalg.yield %55 : f32
    } -> tensor<256xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%45 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = math.sqrt %in : f32
      linalg.yield %54 : f32
    } -> tensor<256xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%46 : tensor<256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf one, %in, %cst : f32
      cf.assert %54, "unimplemented: tensor with zero element"
      %55 = arith.divf %cst_0, %in : f32
      linalg.yield %55 : f32
    } -> tensor<256xf32>
    %expanded_19 = tensor.expand_shape %arg22 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %expanded_20 = tensor.expand_shape %47 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %expanded_19 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.subf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_20 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_21 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_21 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.mulf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %expanded_22 = tensor.expand_shape %arg13 [[0, 1, 2]] output_shape [256, 1, 1] : tensor<256xf32> into tensor<256x1x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %expanded_22 : tensor<1x256x56x56xf32>, tensor<256x1x1xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %51 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %54 = arith.addf %in, %in_23 : f32
      linalg.yield %54 : f32
    } -> tensor<1x256x56x56xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x256x56x56xf32>) outs(%33 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %54 = arith.cmpf ugt, %in, %cst : f32
      %55 = arith.select %54, %in, %cst : f32
      linalg.yield %55 : f32
    } -> tensor<1x256x56x56xf32>
    return %53 : tensor<1x256x56x56xf32>
  }
}

