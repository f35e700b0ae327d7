// Cut from hf_t5_enc_4l_b1_s64, products 8 to 15 by utils/make-small-models.py.
// T5: relative position bias added to scores, RMS norm without a mean.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-8: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<512x512xf32>, %arg1: tensor<512x512xf32>, %arg2: tensor<512x512xf32>, %arg3: tensor<512x512xf32>, %arg4: tensor<512xf32>, %arg5: tensor<2048x512xf32>, %arg6: tensor<512x2048xf32>, %arg7: tensor<512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<1x1x64x64xf32>, %arg10: tensor<1x8x64x64xf32>, %arg11: tensor<1x64x512xf32>, %arg12: tensor<1x64x512xf32>) -> (tensor<1x64x512xf32>, tensor<1x64x512xf32>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 9.9999999999999995E-7 : f64
    %cst_2 = arith.constant 5.120000e+02 : f32
    %0 = tensor.empty() : tensor<1x64x512xf32>
    %1 = tensor.empty() : tensor<1x64x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %3 = tensor.empty() : tensor<512x512xf32>
    %4 = tensor.empty() : tensor<1x512x512xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %6 = tensor.empty() : tensor<1x8x64x64xf32>
    %7 = tensor.empty() : tensor<8x64x64xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %9 = tensor.empty() : tensor<1x8x64xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<1x8x64xi64>) -> tensor<1x8x64xi64>
    %11 = tensor.empty() : tensor<1x8x64xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %13 = tensor.empty() : tensor<1x8x64x1xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x8x64x1xf32>) -> tensor<1x8x64x1xf32>
    %15 = tensor.empty() : tensor<1x64x8x64xf32>
    %16 = tensor.empty() : tensor<512x2048xf32>
    %17 = tensor.empty() : tensor<1x512x2048xf32>
    %18 = tensor.empty() : tensor<1x64x2048xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<1x64x2048xf32>) -> tensor<1x64x2048xf32>
    %20 = tensor.empty() : tensor<2048x512xf32>
    %21 = tensor.empty() : tensor<1x2048x512xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11, %arg12 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.addf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst_2 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.truncf %cst_1 : f64 to f32
      %69 = arith.addf %in, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<1x64x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.rsqrt %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %27 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %28 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %30 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %31 = linalg.batch_matmul ins(%29, %30 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded = tensor.expand_shape %31 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_3 = linalg.transpose ins(%expanded : tensor<1x64x8x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_4 = linalg.transpose ins(%arg1 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %32 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_4 : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %33 = linalg.batch_matmul ins(%29, %32 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded_5 = tensor.expand_shape %33 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_6 = linalg.transpose ins(%arg2 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %34 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %35 = linalg.batch_matmul ins(%29, %34 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded_7 = tensor.expand_shape %35 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x64x8x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_9 = linalg.transpose ins(%expanded_5 : tensor<1x64x8x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) permutation = [0, 2, 3, 1] 
    %collapsed = tensor.collapse_shape %transposed_3 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_10 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %36 = linalg.batch_matmul ins(%collapsed, %collapsed_10 : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%8 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_11 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11, %arg10 : tensor<1x8x64x64xf32>, tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.addf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %arg9 : tensor<1x8x64x64xf32>, tensor<1x1x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.addf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x64xf32>
    %39:2 = linalg.generic {indexing_maps = [#map4, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<1x8x64x64xf32>) outs(%12, %10 : tensor<1x8x64xf32>, tensor<1x8x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_21: i64):
      %68 = linalg.index 3 : index
      %69 = arith.index_cast %68 : index to i64
      %70 = arith.maximumf %in, %out : f32
      %71 = arith.cmpf ogt, %in, %out : f32
      %72 = arith.select %71, %69, %out_21 : i64
      linalg.yield %70, %72 : f32, i64
    } -> (tensor<1x8x64xf32>, tensor<1x8x64xi64>)
    %expanded_12 = tensor.expand_shape %39#0 [[0], [1], [2, 3]] output_shape [1, 8, 64, 1] : tensor<1x8x64xf32> into tensor<1x8x64x1xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_12 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.subf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.exp %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x64xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<1x8x64x64xf32>) outs(%14 : tensor<1x8x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x1xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %42 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.divf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x8x64x64xf32>
    %collapsed_13 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_14 = tensor.collapse_shape %transposed_8 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %44 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%8 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_15 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x8x64x64xf32>) outs(%15 : tensor<1x64x8x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_17 = tensor.collapse_shape %transposed_16 [[0], [1], [2, 3]] : tensor<1x64x8x64xf32> into tensor<1x64x512xf32>
    %transposed_18 = linalg.transpose ins(%arg3 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %45 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_18 : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %46 = linalg.batch_matmul ins(%collapsed_17, %45 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %46 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.addf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%48 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst_2 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.truncf %cst_1 : f64 to f32
      %69 = arith.addf %in, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<1x64x1xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.rsqrt %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %52 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %53 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %transposed_19 = linalg.transpose ins(%arg5 : tensor<2048x512xf32>) outs(%16 : tensor<512x2048xf32>) permutation = [1, 0] 
    %55 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_19 : tensor<512x2048xf32>) outs(%17 : tensor<1x512x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x2048xf32>
    %56 = linalg.batch_matmul ins(%54, %55 : tensor<1x64x512xf32>, tensor<1x512x2048xf32>) outs(%19 : tensor<1x64x2048xf32>) -> tensor<1x64x2048xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<1x64x2048xf32>) outs(%18 : tensor<1x64x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.cmpf ugt, %in, %cst : f32
      %69 = arith.select %68, %in, %cst : f32
      linalg.yield %69 : f32
    } -> tensor<1x64x2048xf32>
    %transposed_20 = linalg.transpose ins(%arg6 : tensor<512x2048xf32>) outs(%20 : tensor<2048x512xf32>) permutation = [1, 0] 
    %58 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_20 : tensor<2048x512xf32>) outs(%21 : tensor<1x2048x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2048x512xf32>
    %59 = linalg.batch_matmul ins(%57, %58 : tensor<1x64x2048xf32>, tensor<1x2048x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %59 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.addf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %in, %out : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.divf %in, %cst_2 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.truncf %cst_1 : f64 to f32
      %69 = arith.addf %in, %68 : f32
      linalg.yield %69 : f32
    } -> tensor<1x64x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.rsqrt %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %65 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %66 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_21: f32, %out: f32):
      %68 = arith.mulf %in, %in_21 : f32
      linalg.yield %68 : f32
    } -> tensor<1x64x512xf32>
    return %60, %67 : tensor<1x64x512xf32>, tensor<1x64x512xf32>
  }
}

