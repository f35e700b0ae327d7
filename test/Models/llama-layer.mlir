// Cut from hf_llama_4l_eager_b1_s64, products 9 to 17 by utils/make-small-models.py.
// RMS norm, rotary embedding, grouped attention, SwiGLU: squares of outliers stay f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-9: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<512x512xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<256x512xf32>, %arg3: tensor<512x512xf32>, %arg4: tensor<1376x512xf32>, %arg5: tensor<1376x512xf32>, %arg6: tensor<512x1376xf32>, %arg7: tensor<512xf32>, %arg8: tensor<512xf32>, %arg9: tensor<512xf32>, %arg10: tensor<1x1x64x64xf32>, %arg11: tensor<1x1x64x64xf32>, %arg12: tensor<1x1x64x64xf32>, %arg13: tensor<1x64x512xf32>, %arg14: tensor<1x64x512xf32>) -> (tensor<1x64x512xf32>, tensor<1x64x512xf32>) {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 5.120000e+02 : f32
    %cst_4 = arith.constant 1.250000e-01 : f32
    %0 = tensor.empty() : tensor<1x64x512xf32>
    %1 = tensor.empty() : tensor<1x64x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %3 = tensor.empty() : tensor<512x512xf32>
    %4 = tensor.empty() : tensor<1x512x512xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %6 = tensor.empty() : tensor<1x8x64x64xf32>
    %7 = tensor.empty() : tensor<512x256xf32>
    %8 = tensor.empty() : tensor<1x512x256xf32>
    %9 = tensor.empty() : tensor<1x64x256xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %11 = tensor.empty() : tensor<1x4x64x64xf32>
    %12 = tensor.empty() : tensor<1x8x64x32xf32>
    %13 = tensor.empty() : tensor<1x4x64x32xf32>
    %14 = tensor.empty() : tensor<1x4x2x64x64xf32>
    %15 = tensor.empty() : tensor<8x64x64xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %17 = tensor.empty() : tensor<1x8x64xi64>
    %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : tensor<1x8x64xi64>) -> tensor<1x8x64xi64>
    %19 = tensor.empty() : tensor<1x8x64xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %21 = tensor.empty() : tensor<1x8x64x1xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<1x8x64x1xf32>) -> tensor<1x8x64x1xf32>
    %23 = tensor.empty() : tensor<1x64x8x64xf32>
    %24 = tensor.empty() : tensor<512x1376xf32>
    %25 = tensor.empty() : tensor<1x512x1376xf32>
    %26 = tensor.empty() : tensor<1x64x1376xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<1x64x1376xf32>) -> tensor<1x64x1376xf32>
    %28 = tensor.empty() : tensor<1376x512xf32>
    %29 = tensor.empty() : tensor<1x1376x512xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13, %arg14 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_3 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_2 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %35 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %36 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %38 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %39 = linalg.batch_matmul ins(%37, %38 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded = tensor.expand_shape %39 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_5 = linalg.transpose ins(%expanded : tensor<1x64x8x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_6 = linalg.transpose ins(%arg1 : tensor<256x512xf32>) outs(%7 : tensor<512x256xf32>) permutation = [1, 0] 
    %40 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<512x256xf32>) outs(%8 : tensor<1x512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x256xf32>
    %41 = linalg.batch_matmul ins(%37, %40 : tensor<1x64x512xf32>, tensor<1x512x256xf32>) outs(%10 : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %expanded_7 = tensor.expand_shape %41 [[0], [1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<1x64x256xf32> into tensor<1x64x4x64xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x64x4x64xf32>) outs(%11 : tensor<1x4x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_9 = linalg.transpose ins(%arg2 : tensor<256x512xf32>) outs(%7 : tensor<512x256xf32>) permutation = [1, 0] 
    %42 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<512x256xf32>) outs(%8 : tensor<1x512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x256xf32>
    %43 = linalg.batch_matmul ins(%37, %42 : tensor<1x64x512xf32>, tensor<1x512x256xf32>) outs(%10 : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %expanded_10 = tensor.expand_shape %43 [[0], [1], [2, 3]] output_shape [1, 64, 4, 64] : tensor<1x64x256xf32> into tensor<1x64x4x64xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<1x64x4x64xf32>) outs(%11 : tensor<1x4x64x64xf32>) permutation = [0, 2, 1, 3] 
    %44 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %arg11 : tensor<1x8x64x64xf32>, tensor<1x1x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %extracted_slice = tensor.extract_slice %transposed_5[0, 0, 0, 0] [1, 8, 64, 32] [1, 1, 1, 1] : tensor<1x8x64x64xf32> to tensor<1x8x64x32xf32>
    %extracted_slice_12 = tensor.extract_slice %transposed_5[0, 0, 0, 32] [1, 8, 64, 32] [1, 1, 1, 1] : tensor<1x8x64x64xf32> to tensor<1x8x64x32xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_12 : tensor<1x8x64x32xf32>) outs(%12 : tensor<1x8x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.negf %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x32xf32>
    %concat = tensor.concat dim(3) %45, %extracted_slice : (tensor<1x8x64x32xf32>, tensor<1x8x64x32xf32>) -> tensor<1x8x64x64xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %arg12 : tensor<1x8x64x64xf32>, tensor<1x1x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<1x8x64x64xf32>, tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_8, %arg11 : tensor<1x4x64x64xf32>, tensor<1x1x64x64xf32>) outs(%11 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x4x64x64xf32>
    %extracted_slice_13 = tensor.extract_slice %transposed_8[0, 0, 0, 0] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xf32> to tensor<1x4x64x32xf32>
    %extracted_slice_14 = tensor.extract_slice %transposed_8[0, 0, 0, 32] [1, 4, 64, 32] [1, 1, 1, 1] : tensor<1x4x64x64xf32> to tensor<1x4x64x32xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14 : tensor<1x4x64x32xf32>) outs(%13 : tensor<1x4x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.negf %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x4x64x32xf32>
    %concat_15 = tensor.concat dim(3) %49, %extracted_slice_13 : (tensor<1x4x64x32xf32>, tensor<1x4x64x32xf32>) -> tensor<1x4x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_15, %arg12 : tensor<1x4x64x64xf32>, tensor<1x1x64x64xf32>) outs(%11 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x4x64x64xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %50 : tensor<1x4x64x64xf32>, tensor<1x4x64x64xf32>) outs(%11 : tensor<1x4x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x4x64x64xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x4x64x64xf32>) outs(%14 : tensor<1x4x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x64x64xf32>
    %collapsed = tensor.collapse_shape %52 [[0], [1, 2], [3], [4]] : tensor<1x4x2x64x64xf32> into tensor<1x8x64x64xf32>
    %53 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11 : tensor<1x4x64x64xf32>) outs(%14 : tensor<1x4x2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x64x64xf32>
    %transposed_16 = linalg.transpose ins(%collapsed : tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_17 = tensor.collapse_shape %47 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_18 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %54 = linalg.batch_matmul ins(%collapsed_17, %collapsed_18 : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%16 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_19 = tensor.expand_shape %54 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.mulf %in, %cst_4 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %arg10 : tensor<1x8x64x64xf32>, tensor<1x1x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %57:2 = linalg.generic {indexing_maps = [#map4, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56 : tensor<1x8x64x64xf32>) outs(%20, %18 : tensor<1x8x64xf32>, tensor<1x8x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_30: i64):
      %90 = linalg.index 3 : index
      %91 = arith.index_cast %90 : index to i64
      %92 = arith.maximumf %in, %out : f32
      %93 = arith.cmpf ogt, %in, %out : f32
      %94 = arith.select %93, %91, %out_30 : i64
      linalg.yield %92, %94 : f32, i64
    } -> (tensor<1x8x64xf32>, tensor<1x8x64xi64>)
    %expanded_20 = tensor.expand_shape %57#0 [[0], [1], [2, 3]] output_shape [1, 8, 64, 1] : tensor<1x8x64xf32> into tensor<1x8x64x1xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %expanded_20 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.subf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x8x64x64xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.exp %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<1x8x64x64xf32>) outs(%22 : tensor<1x8x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x1xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map9, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %60 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%6 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.divf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x8x64x64xf32>
    %collapsed_21 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_22 = tensor.collapse_shape %53 [[0, 1, 2], [3], [4]] : tensor<1x4x2x64x64xf32> into tensor<8x64x64xf32>
    %62 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%16 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_23 = tensor.expand_shape %62 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<1x8x64x64xf32>) outs(%23 : tensor<1x64x8x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_25 = tensor.collapse_shape %transposed_24 [[0], [1], [2, 3]] : tensor<1x64x8x64xf32> into tensor<1x64x512xf32>
    %transposed_26 = linalg.transpose ins(%arg3 : tensor<512x512xf32>) outs(%3 : tensor<512x512xf32>) permutation = [1, 0] 
    %63 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_26 : tensor<512x512xf32>) outs(%4 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %64 = linalg.batch_matmul ins(%collapsed_25, %63 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %64 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_3 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_2 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %70 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8, %71 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %transposed_27 = linalg.transpose ins(%arg4 : tensor<1376x512xf32>) outs(%24 : tensor<512x1376xf32>) permutation = [1, 0] 
    %73 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_27 : tensor<512x1376xf32>) outs(%25 : tensor<1x512x1376xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x1376xf32>
    %74 = linalg.batch_matmul ins(%72, %73 : tensor<1x64x512xf32>, tensor<1x512x1376xf32>) outs(%27 : tensor<1x64x1376xf32>) -> tensor<1x64x1376xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x64x1376xf32>) outs(%26 : tensor<1x64x1376xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.negf %in : f32
      %91 = math.exp %90 : f32
      %92 = arith.addf %91, %cst_1 : f32
      %93 = arith.divf %cst_1, %92 : f32
      linalg.yield %93 : f32
    } -> tensor<1x64x1376xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %75 : tensor<1x64x1376xf32>, tensor<1x64x1376xf32>) outs(%26 : tensor<1x64x1376xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1376xf32>
    %transposed_28 = linalg.transpose ins(%arg5 : tensor<1376x512xf32>) outs(%24 : tensor<512x1376xf32>) permutation = [1, 0] 
    %77 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_28 : tensor<512x1376xf32>) outs(%25 : tensor<1x512x1376xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x1376xf32>
    %78 = linalg.batch_matmul ins(%72, %77 : tensor<1x64x512xf32>, tensor<1x512x1376xf32>) outs(%27 : tensor<1x64x1376xf32>) -> tensor<1x64x1376xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %78 : tensor<1x64x1376xf32>, tensor<1x64x1376xf32>) outs(%26 : tensor<1x64x1376xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1376xf32>
    %transposed_29 = linalg.transpose ins(%arg6 : tensor<512x1376xf32>) outs(%28 : tensor<1376x512xf32>) permutation = [1, 0] 
    %80 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_29 : tensor<1376x512xf32>) outs(%29 : tensor<1x1376x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1376x512xf32>
    %81 = linalg.batch_matmul ins(%79, %80 : tensor<1x64x1376xf32>, tensor<1x1376x512xf32>) outs(%5 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %81 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.addf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%83 : tensor<1x64x512xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_3 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_2 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<1x64x1xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x1xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %87 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9, %88 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %90 = arith.mulf %in, %in_30 : f32
      linalg.yield %90 : f32
    } -> tensor<1x64x512xf32>
    return %82, %89 : tensor<1x64x512xf32>, tensor<1x64x512xf32>
  }
}

