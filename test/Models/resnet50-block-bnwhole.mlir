// Cut from resnet50_b1_bnwhole, products 1 to 4 by utils/make-small-models.py.
// The same block with each batch norm as one generic: its rsqrt is on statistics
// and must not keep the data in f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1)>
module {
  func.func @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64x1x1xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64x3x3xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<256x64x1x1xf32>, %arg9: tensor<256xf32>, %arg10: tensor<256xf32>, %arg11: tensor<256x64x1x1xf32>, %arg12: tensor<256xf32>, %arg13: tensor<256xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<256xf32>, %arg21: tensor<256xf32>, %arg22: tensor<256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<1x64x112x112xf32>) -> tensor<1x256x56x56xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg24, %arg0, %arg1, %arg14, %arg15 : tensor<1x64x112x112xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%arg24 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %22 = arith.truncf %cst_1 : f64 to f32
      %23 = arith.addf %in_6, %22 : f32
      %24 = math.rsqrt %23 : f32
      %25 = arith.subf %in, %in_5 : f32
      %26 = arith.mulf %25, %24 : f32
      %27 = arith.mulf %26, %in_3 : f32
      %28 = arith.addf %27, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<1x64x112x112xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x112x112xf32>) outs(%0 : tensor<1x64x112x112xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.cmpf ugt, %in, %cst : f32
      %23 = arith.select %22, %in, %cst : f32
      linalg.yield %23 : f32
    } -> tensor<1x64x112x112xf32>
    %padded = tensor.pad %2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg25: index, %arg26: index, %arg27: index, %arg28: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x112x112xf32> to tensor<1x64x114x114xf32>
    %3 = tensor.empty() : tensor<1x64x56x56xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %5 : tensor<1x64x114x114xf32>, tensor<3x3xf32>) outs(%4 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg2 : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%7 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %arg3, %arg4, %arg16, %arg17 : tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%8 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %22 = arith.truncf %cst_1 : f64 to f32
      %23 = arith.addf %in_6, %22 : f32
      %24 = math.rsqrt %23 : f32
      %25 = arith.subf %in, %in_5 : f32
      %26 = arith.mulf %25, %24 : f32
      %27 = arith.mulf %26, %in_3 : f32
      %28 = arith.addf %27, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<1x64x56x56xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.cmpf ugt, %in, %cst : f32
      %23 = arith.select %22, %in, %cst : f32
      linalg.yield %23 : f32
    } -> tensor<1x64x56x56xf32>
    %padded_2 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg25: index, %arg26: index, %arg27: index, %arg28: index):
      tensor.yield %cst : f32
    } : tensor<1x64x56x56xf32> to tensor<1x64x58x58xf32>
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_2, %arg5 : tensor<1x64x58x58xf32>, tensor<64x64x3x3xf32>) outs(%7 : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %arg6, %arg7, %arg18, %arg19 : tensor<1x64x56x56xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%11 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %22 = arith.truncf %cst_1 : f64 to f32
      %23 = arith.addf %in_6, %22 : f32
      %24 = math.rsqrt %23 : f32
      %25 = arith.subf %in, %in_5 : f32
      %26 = arith.mulf %25, %24 : f32
      %27 = arith.mulf %26, %in_3 : f32
      %28 = arith.addf %27, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<1x64x56x56xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x64x56x56xf32>) outs(%3 : tensor<1x64x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.cmpf ugt, %in, %cst : f32
      %23 = arith.select %22, %in, %cst : f32
      linalg.yield %23 : f32
    } -> tensor<1x64x56x56xf32>
    %14 = tensor.empty() : tensor<1x256x56x56xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %arg8 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%15 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %arg9, %arg10, %arg20, %arg21 : tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) outs(%16 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %22 = arith.truncf %cst_1 : f64 to f32
      %23 = arith.addf %in_6, %22 : f32
      %24 = math.rsqrt %23 : f32
      %25 = arith.subf %in, %in_5 : f32
      %26 = arith.mulf %25, %24 : f32
      %27 = arith.mulf %26, %in_3 : f32
      %28 = arith.addf %27, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<1x256x56x56xf32>
    %18 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%6, %arg11 : tensor<1x64x56x56xf32>, tensor<256x64x1x1xf32>) outs(%15 : tensor<1x256x56x56xf32>) -> tensor<1x256x56x56xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %arg12, %arg13, %arg22, %arg23 : tensor<1x256x56x56xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) outs(%18 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_3: f32, %in_4: f32, %in_5: f32, %in_6: f32, %out: f32):
      %22 = arith.truncf %cst_1 : f64 to f32
      %23 = arith.addf %in_6, %22 : f32
      %24 = math.rsqrt %23 : f32
      %25 = arith.subf %in, %in_5 : f32
      %26 = arith.mulf %25, %24 : f32
      %27 = arith.mulf %26, %in_3 : f32
      %28 = arith.addf %27, %in_4 : f32
      linalg.yield %28 : f32
    } -> tensor<1x256x56x56xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %19 : tensor<1x256x56x56xf32>, tensor<1x256x56x56xf32>) outs(%14 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %22 = arith.addf %in, %in_3 : f32
      linalg.yield %22 : f32
    } -> tensor<1x256x56x56xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x256x56x56xf32>) outs(%14 : tensor<1x256x56x56xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.cmpf ugt, %in, %cst : f32
      %23 = arith.select %22, %in, %cst : f32
      linalg.yield %23 : f32
    } -> tensor<1x256x56x56xf32>
    return %21 : tensor<1x256x56x56xf32>
  }
}

