// Cut from gpt2_small_b1_s64, products 6 to 11 by utils/make-small-models.py.
// A GPT-2 layer: causal mask, GELU by tanh with a cube that passes 65504.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-6: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<768xf32>, %arg1: tensor<768xf32>, %arg2: tensor<768xf32>, %arg3: tensor<2304x768xf32>, %arg4: tensor<2304xf32>, %arg5: tensor<768x768xf32>, %arg6: tensor<768xf32>, %arg7: tensor<768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<3072x768xf32>, %arg10: tensor<3072xf32>, %arg11: tensor<768x3072xf32>, %arg12: tensor<768xf32>, %arg13: tensor<768xf32>, %arg14: tensor<768xf32>, %arg15: tensor<64x64xi1>, %arg16: tensor<1x64x768xf32>, %arg17: tensor<1x64x768xf32>) -> (tensor<1x64x768xf32>, tensor<1x64x768xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_1 = arith.constant 4.471500e-02 : f32
    %cst_2 = arith.constant 0.797884583 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 5.000000e-01 : f32
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 7.680000e+02 : f32
    %cst_7 = arith.constant 8.000000e+00 : f32
    %cst_8 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %0 = tensor.empty() : tensor<1x64x768xf32>
    %1 = tensor.empty() : tensor<1x64x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %3 = tensor.empty() : tensor<768x2304xf32>
    %4 = tensor.empty() : tensor<1x768x2304xf32>
    %5 = tensor.empty() : tensor<1x64x2304xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x64x2304xf32>) -> tensor<1x64x2304xf32>
    %7 = tensor.empty() : tensor<1x12x64x64xf32>
    %8 = tensor.empty() : tensor<12x64x64xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %10 = tensor.empty() : tensor<1x12x64xi64>
    %11 = linalg.fill ins(%c0_i64 : i64) outs(%10 : tensor<1x12x64xi64>) -> tensor<1x12x64xi64>
    %12 = tensor.empty() : tensor<1x12x64xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<1x12x64xf32>) -> tensor<1x12x64xf32>
    %14 = tensor.empty() : tensor<1x12x64x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x12x64x1xf32>) -> tensor<1x12x64x1xf32>
    %16 = tensor.empty() : tensor<1x64x12x64xf32>
    %17 = tensor.empty() : tensor<768x768xf32>
    %18 = tensor.empty() : tensor<1x768x768xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
    %20 = tensor.empty() : tensor<768x3072xf32>
    %21 = tensor.empty() : tensor<1x768x3072xf32>
    %22 = tensor.empty() : tensor<1x64x3072xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<1x64x3072xf32>) -> tensor<1x64x3072xf32>
    %24 = tensor.empty() : tensor<3072x768xf32>
    %25 = tensor.empty() : tensor<1x3072x768xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17, %arg0 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %26 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%27 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed = tensor.collapse_shape %29 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %30 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.subf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %31 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%32 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_5 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x1xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_9 = tensor.collapse_shape %36 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %37 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %37 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %arg1 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %arg2 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<2304x768xf32>) outs(%3 : tensor<768x2304xf32>) permutation = [1, 0] 
    %41 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<768x2304xf32>) outs(%4 : tensor<1x768x2304xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x2304xf32>
    %42 = linalg.batch_matmul ins(%40, %41 : tensor<1x64x768xf32>, tensor<1x768x2304xf32>) outs(%6 : tensor<1x64x2304xf32>) -> tensor<1x64x2304xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %arg4 : tensor<1x64x2304xf32>, tensor<2304xf32>) outs(%5 : tensor<1x64x2304xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x2304xf32>
    %extracted_slice = tensor.extract_slice %43[0, 0, 0] [1, 64, 768] [1, 1, 1] : tensor<1x64x2304xf32> to tensor<1x64x768xf32>
    %extracted_slice_10 = tensor.extract_slice %43[0, 0, 768] [1, 64, 768] [1, 1, 1] : tensor<1x64x2304xf32> to tensor<1x64x768xf32>
    %extracted_slice_11 = tensor.extract_slice %43[0, 0, 1536] [1, 64, 768] [1, 1, 1] : tensor<1x64x2304xf32> to tensor<1x64x768xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, 64, 12, 64] : tensor<1x64x768xf32> into tensor<1x64x12x64xf32>
    %transposed_12 = linalg.transpose ins(%expanded : tensor<1x64x12x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) permutation = [0, 2, 1, 3] 
    %expanded_13 = tensor.expand_shape %extracted_slice_10 [[0], [1], [2, 3]] output_shape [1, 64, 12, 64] : tensor<1x64x768xf32> into tensor<1x64x12x64xf32>
    %expanded_14 = tensor.expand_shape %extracted_slice_11 [[0], [1], [2, 3]] output_shape [1, 64, 12, 64] : tensor<1x64x768xf32> into tensor<1x64x12x64xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<1x64x12x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_16 = linalg.transpose ins(%expanded_13 : tensor<1x64x12x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_17 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %collapsed_18 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %44 = linalg.batch_matmul ins(%collapsed_17, %collapsed_18 : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%9 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %expanded_19 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [1, 12, 64, 64] : tensor<12x64x64xf32> into tensor<1x12x64x64xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<1x12x64x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_7 : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x64xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg15, %cst_8, %45 : tensor<64x64xi1>, tensor<f32>, tensor<1x12x64x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) {
    ^bb0(%in: i1, %in_33: f32, %in_34: f32, %out: f32):
      %91 = arith.select %in, %in_33, %in_34 : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x64xf32>
    %47:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<1x12x64x64xf32>) outs(%13, %11 : tensor<1x12x64xf32>, tensor<1x12x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_33: i64):
      %91 = linalg.index 3 : index
      %92 = arith.index_cast %91 : index to i64
      %93 = arith.maximumf %in, %out : f32
      %94 = arith.cmpf ogt, %in, %out : f32
      %95 = arith.select %94, %92, %out_33 : i64
      linalg.yield %93, %95 : f32, i64
    } -> (tensor<1x12x64xf32>, tensor<1x12x64xi64>)
    %expanded_20 = tensor.expand_shape %47#0 [[0], [1], [2, 3]] output_shape [1, 12, 64, 1] : tensor<1x12x64xf32> into tensor<1x12x64x1xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_20 : tensor<1x12x64x64xf32>, tensor<1x12x64x1xf32>) outs(%7 : tensor<1x12x64x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.subf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<1x12x64x64xf32>) outs(%7 : tensor<1x12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.exp %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<1x12x64x64xf32>) outs(%15 : tensor<1x12x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x1xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %50 : tensor<1x12x64x64xf32>, tensor<1x12x64x1xf32>) outs(%7 : tensor<1x12x64x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.divf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x12x64x64xf32>
    %collapsed_21 = tensor.collapse_shape %51 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %collapsed_22 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<1x12x64x64xf32> into tensor<12x64x64xf32>
    %52 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<12x64x64xf32>, tensor<12x64x64xf32>) outs(%9 : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
    %expanded_23 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [1, 12, 64, 64] : tensor<12x64x64xf32> into tensor<1x12x64x64xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<1x12x64x64xf32>) outs(%16 : tensor<1x64x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_25 = tensor.collapse_shape %transposed_24 [[0], [1], [2, 3]] : tensor<1x64x12x64xf32> into tensor<1x64x768xf32>
    %transposed_26 = linalg.transpose ins(%arg5 : tensor<768x768xf32>) outs(%17 : tensor<768x768xf32>) permutation = [1, 0] 
    %53 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_26 : tensor<768x768xf32>) outs(%18 : tensor<1x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x768xf32>
    %54 = linalg.batch_matmul ins(%collapsed_25, %53 : tensor<1x64x768xf32>, tensor<1x768x768xf32>) outs(%19 : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %arg6 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %55 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_27 = tensor.collapse_shape %58 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_27 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.subf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %60 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_5 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_28 = tensor.collapse_shape %65 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_28 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %66 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg7 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg8 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %transposed_29 = linalg.transpose ins(%arg9 : tensor<3072x768xf32>) outs(%20 : tensor<768x3072xf32>) permutation = [1, 0] 
    %70 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_29 : tensor<768x3072xf32>) outs(%21 : tensor<1x768x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x3072xf32>
    %71 = linalg.batch_matmul ins(%69, %70 : tensor<1x64x768xf32>, tensor<1x768x3072xf32>) outs(%23 : tensor<1x64x3072xf32>) -> tensor<1x64x3072xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg10 : tensor<1x64x3072xf32>, tensor<3072xf32>) outs(%22 : tensor<1x64x3072xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x3072xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<1x64x3072xf32>) outs(%22 : tensor<1x64x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.fpowi %in, %c3_i64 : f32, i64
      %92 = arith.mulf %91, %cst_1 : f32
      %93 = arith.addf %in, %92 : f32
      %94 = arith.mulf %93, %cst_2 : f32
      %95 = math.tanh %94 : f32
      %96 = arith.addf %95, %cst_3 : f32
      %97 = arith.mulf %96, %cst_4 : f32
      %98 = arith.mulf %in, %97 : f32
      linalg.yield %98 : f32
    } -> tensor<1x64x3072xf32>
    %transposed_30 = linalg.transpose ins(%arg11 : tensor<768x3072xf32>) outs(%24 : tensor<3072x768xf32>) permutation = [1, 0] 
    %74 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_30 : tensor<3072x768xf32>) outs(%25 : tensor<1x3072x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x3072x768xf32>
    %75 = linalg.batch_matmul ins(%73, %74 : tensor<1x64x3072xf32>, tensor<1x3072x768xf32>) outs(%19 : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %arg12 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %76 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%77 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_31 = tensor.collapse_shape %79 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_31 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %80 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.subf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %81 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%82 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_5 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<1x64x1xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_32 = tensor.collapse_shape %86 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %87 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_32 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %87 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %arg13 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.mulf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %arg14 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %91 = arith.addf %in, %in_33 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x768xf32>
    return %77, %90 : tensor<1x64x768xf32>, tensor<1x64x768xf32>
  }
}

