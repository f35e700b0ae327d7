// Cut from bert_base_b1_s128, products 0 to 7 by utils/make-small-models.py.
// Embeddings, masked attention, layer norm, GELU: softmax and statistics stay f32,
// eight products go low.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-8: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<30522x768xf32>, %arg1: tensor<512x768xf32>, %arg2: tensor<2x768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768x768xf32>, %arg6: tensor<768xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768x768xf32>, %arg10: tensor<768xf32>, %arg11: tensor<768x768xf32>, %arg12: tensor<768xf32>, %arg13: tensor<768xf32>, %arg14: tensor<768xf32>, %arg15: tensor<3072x768xf32>, %arg16: tensor<3072xf32>, %arg17: tensor<768x3072xf32>, %arg18: tensor<768xf32>, %arg19: tensor<768xf32>, %arg20: tensor<768xf32>, %arg21: tensor<1x128xi64>, %arg22: tensor<1x128xi64>) -> tensor<1x128x768xf32> {
    %cst = arith.constant dense<0> : tensor<1x128xi64>
    %c0_i64 = arith.constant 0 : i64
    %c30522 = arith.constant 30522 : index
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 9.9999999999999998E-13 : f64
    %cst_5 = arith.constant 7.680000e+02 : f32
    %cst_6 = arith.constant -3.40282347E+38 : f32
    %cst_7 = arith.constant 8.000000e+00 : f32
    %cst_8 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<1x128x768xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<1x128xi64>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %108 = arith.index_cast %in : i64 to index
      %109 = linalg.index 2 : index
      %110 = arith.cmpi slt, %108, %c30522 : index
      cf.assert %110, "index must be smaller than dim size"
      %111 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %111, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%108, %109] : tensor<30522x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x128x768xf32>
    %2 = tensor.empty() : tensor<128xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %108 = linalg.index 0 : index
      %109 = arith.index_cast %108 : index to i64
      linalg.yield %109 : i64
    } -> tensor<128xi64>
    %4 = tensor.empty() : tensor<128x768xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128xi64>) outs(%4 : tensor<128x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %108 = arith.index_cast %in : i64 to index
      %109 = linalg.index 1 : index
      %110 = arith.cmpi slt, %108, %c512 : index
      cf.assert %110, "index must be smaller than dim size"
      %111 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %111, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%108, %109] : tensor<512x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<128x768xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<1x128x768xf32>, tensor<128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<1x128xi64>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %108 = arith.index_cast %in : i64 to index
      %109 = linalg.index 2 : index
      %110 = arith.cmpi slt, %108, %c2 : index
      cf.assert %110, "index must be smaller than dim size"
      %111 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %111, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%108, %109] : tensor<2x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x128x768xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %9 = tensor.empty() : tensor<1x128x1xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<1x128x1xf32>) -> tensor<1x128x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed = tensor.collapse_shape %12 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %13 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.subf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %14 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.truncf %cst_4 : f64 to f32
      %109 = arith.addf %in, %108 : f32
      linalg.yield %109 : f32
    } -> tensor<1x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.rsqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_9 = tensor.collapse_shape %19 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %20 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %arg3 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %24 = tensor.empty() : tensor<1x128xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<1x128xi64>) outs(%24 : tensor<1x128xf32>) {
    ^bb0(%in: i64, %out: f32):
      %108 = arith.sitofp %in : i64 to f32
      linalg.yield %108 : f32
    } -> tensor<1x128xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<1x128xf32>) outs(%24 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.subf %cst_2, %in : f32
      linalg.yield %108 : f32
    } -> tensor<1x128xf32>
    %expanded = tensor.expand_shape %26 [[0], [1, 2, 3]] output_shape [1, 1, 1, 128] : tensor<1x128xf32> into tensor<1x1x1x128xf32>
    %27 = tensor.empty() : tensor<1x1x1x128xf32>
    %28 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x1x128xf32>) outs(%27 : tensor<1x1x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.mulf %in, %cst_6 : f32
      linalg.yield %108 : f32
    } -> tensor<1x1x1x128xf32>
    %29 = tensor.empty() : tensor<768x768xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<768x768xf32>) outs(%29 : tensor<768x768xf32>) permutation = [1, 0] 
    %30 = tensor.empty() : tensor<1x768x768xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<768x768xf32>) outs(%30 : tensor<1x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x768xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %33 = linalg.batch_matmul ins(%23, %31 : tensor<1x128x768xf32>, tensor<1x768x768xf32>) outs(%32 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %arg6 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %expanded_10 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %35 = tensor.empty() : tensor<1x12x128x64xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<1x128x12x64xf32>) outs(%35 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg7 : tensor<768x768xf32>) outs(%29 : tensor<768x768xf32>) permutation = [1, 0] 
    %36 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_12 : tensor<768x768xf32>) outs(%30 : tensor<1x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x768xf32>
    %37 = linalg.batch_matmul ins(%23, %36 : tensor<1x128x768xf32>, tensor<1x768x768xf32>) outs(%32 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %arg8 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %expanded_13 = tensor.expand_shape %38 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_14 = linalg.transpose ins(%arg9 : tensor<768x768xf32>) outs(%29 : tensor<768x768xf32>) permutation = [1, 0] 
    %39 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_14 : tensor<768x768xf32>) outs(%30 : tensor<1x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x768xf32>
    %40 = linalg.batch_matmul ins(%23, %39 : tensor<1x128x768xf32>, tensor<1x768x768xf32>) outs(%32 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %arg10 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %expanded_15 = tensor.expand_shape %41 [[0], [1], [2, 3]] output_shape [1, 128, 12, 64] : tensor<1x128x768xf32> into tensor<1x128x12x64xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x128x12x64xf32>) outs(%35 : tensor<1x12x128x64xf32>) permutation = [0, 2, 1, 3] 
    %42 = tensor.empty() : tensor<1x12x64x128xf32>
    %transposed_17 = linalg.transpose ins(%expanded_13 : tensor<1x128x12x64xf32>) outs(%42 : tensor<1x12x64x128xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_18 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<1x12x64x128xf32> into tensor<12x64x128xf32>
    %43 = tensor.empty() : tensor<12x128x128xf32>
    %44 = linalg.fill ins(%cst_0 : f32) outs(%43 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %45 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<12x128x64xf32>, tensor<12x64x128xf32>) outs(%44 : tensor<12x128x128xf32>) -> tensor<12x128x128xf32>
    %expanded_20 = tensor.expand_shape %45 [[0, 1], [2], [3]] output_shape [1, 12, 128, 128] : tensor<12x128x128xf32> into tensor<1x12x128x128xf32>
    %46 = tensor.empty() : tensor<1x12x128x128xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<1x12x128x128xf32>) outs(%46 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_7 : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x128xf32>
    %48 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %28 : tensor<1x12x128x128xf32>, tensor<1x1x1x128xf32>) outs(%46 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x128xf32>
    %49 = tensor.empty() : tensor<1x12x128xi64>
    %50 = linalg.fill ins(%c0_i64 : i64) outs(%49 : tensor<1x12x128xi64>) -> tensor<1x12x128xi64>
    %51 = tensor.empty() : tensor<1x12x128xf32>
    %52 = linalg.fill ins(%cst_1 : f32) outs(%51 : tensor<1x12x128xf32>) -> tensor<1x12x128xf32>
    %53:2 = linalg.generic {indexing_maps = [#map8, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%48 : tensor<1x12x128x128xf32>) outs(%52, %50 : tensor<1x12x128xf32>, tensor<1x12x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %108 = linalg.index 3 : index
      %109 = arith.index_cast %108 : index to i64
      %110 = arith.maximumf %in, %out : f32
      %111 = arith.cmpf ogt, %in, %out : f32
      %112 = arith.select %111, %109, %out_34 : i64
      linalg.yield %110, %112 : f32, i64
    } -> (tensor<1x12x128xf32>, tensor<1x12x128xi64>)
    %expanded_21 = tensor.expand_shape %53#0 [[0], [1], [2, 3]] output_shape [1, 12, 128, 1] : tensor<1x12x128xf32> into tensor<1x12x128x1xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_21 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%46 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.subf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x128xf32>
    %55 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x12x128x128xf32>) outs(%46 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.exp %in : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x128xf32>
    %56 = tensor.empty() : tensor<1x12x128x1xf32>
    %57 = linalg.fill ins(%cst_0 : f32) outs(%56 : tensor<1x12x128x1xf32>) -> tensor<1x12x128x1xf32>
    %58 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55 : tensor<1x12x128x128xf32>) outs(%57 : tensor<1x12x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x1xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %58 : tensor<1x12x128x128xf32>, tensor<1x12x128x1xf32>) outs(%46 : tensor<1x12x128x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.divf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x12x128x128xf32>
    %collapsed_22 = tensor.collapse_shape %59 [[0, 1], [2], [3]] : tensor<1x12x128x128xf32> into tensor<12x128x128xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<1x12x128x64xf32> into tensor<12x128x64xf32>
    %60 = tensor.empty() : tensor<12x128x64xf32>
    %61 = linalg.fill ins(%cst_0 : f32) outs(%60 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %62 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<12x128x128xf32>, tensor<12x128x64xf32>) outs(%61 : tensor<12x128x64xf32>) -> tensor<12x128x64xf32>
    %expanded_24 = tensor.expand_shape %62 [[0, 1], [2], [3]] output_shape [1, 12, 128, 64] : tensor<12x128x64xf32> into tensor<1x12x128x64xf32>
    %63 = tensor.empty() : tensor<1x128x12x64xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<1x12x128x64xf32>) outs(%63 : tensor<1x128x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0], [1], [2, 3]] : tensor<1x128x12x64xf32> into tensor<1x128x768xf32>
    %transposed_27 = linalg.transpose ins(%arg11 : tensor<768x768xf32>) outs(%29 : tensor<768x768xf32>) permutation = [1, 0] 
    %64 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<768x768xf32>) outs(%30 : tensor<1x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x768xf32>
    %65 = linalg.batch_matmul ins(%collapsed_26, %64 : tensor<1x128x768xf32>, tensor<1x768x768xf32>) outs(%32 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %arg12 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %66 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%67 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_28 = tensor.collapse_shape %69 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_28 : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %70 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.subf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %71 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.truncf %cst_4 : f64 to f32
      %109 = arith.addf %in, %108 : f32
      linalg.yield %109 : f32
    } -> tensor<1x128x1xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.rsqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_29 = tensor.collapse_shape %76 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_29 : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %77 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %arg13 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %arg14 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %81 = tensor.empty() : tensor<768x3072xf32>
    %transposed_30 = linalg.transpose ins(%arg15 : tensor<3072x768xf32>) outs(%81 : tensor<768x3072xf32>) permutation = [1, 0] 
    %82 = tensor.empty() : tensor<1x768x3072xf32>
    %83 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_30 : tensor<768x3072xf32>) outs(%82 : tensor<1x768x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x3072xf32>
    %84 = tensor.empty() : tensor<1x128x3072xf32>
    %85 = linalg.fill ins(%cst_0 : f32) outs(%84 : tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32>
    %86 = linalg.batch_matmul ins(%80, %83 : tensor<1x128x768xf32>, tensor<1x768x3072xf32>) outs(%85 : tensor<1x128x3072xf32>) -> tensor<1x128x3072xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %arg16 : tensor<1x128x3072xf32>, tensor<3072xf32>) outs(%84 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x3072xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<1x128x3072xf32>) outs(%84 : tensor<1x128x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_8 : f32
      %109 = math.erf %108 : f32
      %110 = arith.addf %109, %cst_2 : f32
      %111 = arith.mulf %110, %cst_3 : f32
      %112 = arith.mulf %in, %111 : f32
      linalg.yield %112 : f32
    } -> tensor<1x128x3072xf32>
    %89 = tensor.empty() : tensor<3072x768xf32>
    %transposed_31 = linalg.transpose ins(%arg17 : tensor<768x3072xf32>) outs(%89 : tensor<3072x768xf32>) permutation = [1, 0] 
    %90 = tensor.empty() : tensor<1x3072x768xf32>
    %91 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_31 : tensor<3072x768xf32>) outs(%90 : tensor<1x3072x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x3072x768xf32>
    %92 = linalg.batch_matmul ins(%88, %91 : tensor<1x128x3072xf32>, tensor<1x3072x768xf32>) outs(%32 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %93 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %arg18 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %93 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_32 = tensor.collapse_shape %96 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_32 : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %97 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.subf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %98 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%99 : tensor<1x128x768xf32>) outs(%10 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %out : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_5 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.truncf %cst_4 : f64 to f32
      %109 = arith.addf %in, %108 : f32
      linalg.yield %109 : f32
    } -> tensor<1x128x1xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<1x128x1xf32>) outs(%9 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.rsqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x1xf32>
    %collapsed_33 = tensor.collapse_shape %103 [[0], [1, 2]] : tensor<1x128x1xf32> into tensor<1x128xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_33 : tensor<1x128xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x768xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %104 : tensor<1x128x768xf32>, tensor<1x128x768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %arg19 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.mulf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %arg20 : tensor<1x128x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x128x768xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %108 = arith.addf %in, %in_34 : f32
      linalg.yield %108 : f32
    } -> tensor<1x128x768xf32>
    return %107 : tensor<1x128x768xf32>
  }
}

