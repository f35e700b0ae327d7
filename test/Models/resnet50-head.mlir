// Cut from resnet50_b1, products 52 to 53 by utils/make-small-models.py.
// Global average pooling: a mean whose running value stays f32, then the classifier.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>
// CHECK: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<512xf32>, %arg1: tensor<512xf32>, %arg2: tensor<2048x512x1x1xf32>, %arg3: tensor<2048xf32>, %arg4: tensor<2048xf32>, %arg5: tensor<1000x2048xf32>, %arg6: tensor<1000xf32>, %arg7: tensor<512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<2048xf32>, %arg10: tensor<2048xf32>, %arg11: tensor<1x2048x7x7xf32>, %arg12: tensor<1x512x7x7xf32>) -> tensor<1x1000xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 4.900000e+01 : f32
    %0 = tensor.empty() : tensor<512xf32>
    %1 = tensor.empty() : tensor<1x512x7x7xf32>
    %2 = tensor.empty() : tensor<1x2048x7x7xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %4 = tensor.empty() : tensor<2048xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.truncf %cst_1 : f64 to f32
      %33 = arith.addf %in, %32 : f32
      linalg.yield %33 : f32
    } -> tensor<512xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.sqrt %in : f32
      linalg.yield %32 : f32
    } -> tensor<512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<512xf32>) outs(%0 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf one, %in, %cst : f32
      cf.assert %32, "unimplemented: tensor with zero element"
      %33 = arith.divf %cst_0, %in : f32
      linalg.yield %33 : f32
    } -> tensor<512xf32>
    %expanded = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %expanded_3 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg12, %expanded : tensor<1x512x7x7xf32>, tensor<512x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.subf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x512x7x7xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_3 : tensor<1x512x7x7xf32>, tensor<512x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.mulf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x512x7x7xf32>
    %expanded_4 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_4 : tensor<1x512x7x7xf32>, tensor<512x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.mulf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x512x7x7xf32>
    %expanded_5 = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [512, 1, 1] : tensor<512xf32> into tensor<512x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_5 : tensor<1x512x7x7xf32>, tensor<512x1x1xf32>) outs(%1 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.addf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x512x7x7xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x512x7x7xf32>) outs(%1 : tensor<1x512x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<1x512x7x7xf32>
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%12, %arg2 : tensor<1x512x7x7xf32>, tensor<2048x512x1x1xf32>) outs(%3 : tensor<1x2048x7x7xf32>) -> tensor<1x2048x7x7xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<2048xf32>) outs(%4 : tensor<2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.truncf %cst_1 : f64 to f32
      %33 = arith.addf %in, %32 : f32
      linalg.yield %33 : f32
    } -> tensor<2048xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<2048xf32>) outs(%4 : tensor<2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.sqrt %in : f32
      linalg.yield %32 : f32
    } -> tensor<2048xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%15 : tensor<2048xf32>) outs(%4 : tensor<2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf one, %in, %cst : f32
      cf.assert %32, "unimplemented: tensor with zero element"
      %33 = arith.divf %cst_0, %in : f32
      linalg.yield %33 : f32
    } -> tensor<2048xf32>
    %expanded_6 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [2048, 1, 1] : tensor<2048xf32> into tensor<2048x1x1xf32>
    %expanded_7 = tensor.expand_shape %16 [[0, 1, 2]] output_shape [2048, 1, 1] : tensor<2048xf32> into tensor<2048x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_6 : tensor<1x2048x7x7xf32>, tensor<2048x1x1xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.subf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048x7x7xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_7 : tensor<1x2048x7x7xf32>, tensor<2048x1x1xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.mulf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048x7x7xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [2048, 1, 1] : tensor<2048xf32> into tensor<2048x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_8 : tensor<1x2048x7x7xf32>, tensor<2048x1x1xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.mulf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048x7x7xf32>
    %expanded_9 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [2048, 1, 1] : tensor<2048xf32> into tensor<2048x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_9 : tensor<1x2048x7x7xf32>, tensor<2048x1x1xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.addf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048x7x7xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %arg11 : tensor<1x2048x7x7xf32>, tensor<1x2048x7x7xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.addf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048x7x7xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x2048x7x7xf32>) outs(%2 : tensor<1x2048x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<1x2048x7x7xf32>
    %23 = tensor.empty() : tensor<1x2048xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<1x2048xf32>) -> tensor<1x2048xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%22 : tensor<1x2048x7x7xf32>) outs(%24 : tensor<1x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<1x2048xf32>) outs(%23 : tensor<1x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.divf %in, %cst_2 : f32
      linalg.yield %32 : f32
    } -> tensor<1x2048xf32>
    %27 = tensor.empty() : tensor<2048x1000xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<1000x2048xf32>) outs(%27 : tensor<2048x1000xf32>) permutation = [1, 0] 
    %28 = tensor.empty() : tensor<1x1000xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %30 = linalg.matmul ins(%26, %transposed : tensor<1x2048xf32>, tensor<2048x1000xf32>) outs(%29 : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%30, %arg6 : tensor<1x1000xf32>, tensor<1000xf32>) outs(%28 : tensor<1x1000xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %32 = arith.addf %in, %in_10 : f32
      linalg.yield %32 : f32
    } -> tensor<1x1000xf32>
    return %31 : tensor<1x1000xf32>
  }
}

