// Cut from hf_t5_enc_4l_b1_s64, products 0 to 3 by utils/make-small-models.py.
// T5's bucketed positions: a logarithm of integers, and a table read by index.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: linalg.batch_matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> ()>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
#map10 = affine_map<(d0, d1) -> (d0, 0)>
#map11 = affine_map<(d0, d1) -> (d0, d1)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<32128x512xf32>, %arg1: tensor<512x512xf32>, %arg2: tensor<512x512xf32>, %arg3: tensor<512x512xf32>, %arg4: tensor<32x8xf32>, %arg5: tensor<512xf32>, %arg6: tensor<1x64xi64>) -> (tensor<8x64x64xf32>, tensor<8x64x64xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %c8_i64 = arith.constant 8 : i64
    %c16_i64 = arith.constant 16 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c32128 = arith.constant 32128 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c32 = arith.constant 32 : index
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 2.7725887222397811 : f64
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant 5.120000e+02 : f32
    %cst_5 = arith.constant 8.000000e+00 : f32
    %cst_6 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_7 = arith.constant dense<15> : tensor<64x64xi64>
    %0 = tensor.empty() : tensor<1x64x512xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<1x64xi64>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: i64, %out: f32):
      %66 = arith.index_cast %in : i64 to index
      %67 = linalg.index 2 : index
      %68 = arith.cmpi slt, %66, %c32128 : index
      cf.assert %68, "index must be smaller than dim size"
      %69 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %69, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%66, %67] : tensor<32128x512xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x64x512xf32>
    %2 = tensor.empty() : tensor<64xi64>
    %3 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%2 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %66 = linalg.index 0 : index
      %67 = arith.index_cast %66 : index to i64
      linalg.yield %67 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %3 [[0, 1, 2, 3]] output_shape [1, 1, 64, 1] : tensor<64xi64> into tensor<1x1x64x1xi64>
    %4 = tensor.empty() : tensor<1x1x64x1xi1>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x64x1xi64>) outs(%4 : tensor<1x1x64x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %66 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %66 : i1
    } -> tensor<1x1x64x1xi1>
    %6 = tensor.empty() : tensor<1x1x64x64xi1>
    %collapsed = tensor.collapse_shape %5 [[0], [1], [2, 3]] : tensor<1x1x64x1xi1> into tensor<1x1x64xi1>
    %7 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x1x64xi1>) outs(%6 : tensor<1x1x64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x64x64xi1>
    %8 = tensor.empty() : tensor<1x1x64x64xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map5, #map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %cst, %cst_6 : tensor<1x1x64x64xi1>, tensor<f32>, tensor<f32>) outs(%8 : tensor<1x1x64x64xf32>) {
    ^bb0(%in: i1, %in_26: f32, %in_27: f32, %out: f32):
      %66 = arith.select %in, %in_26, %in_27 : f32
      linalg.yield %66 : f32
    } -> tensor<1x1x64x64xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %66 : f32
    } -> tensor<1x64x512xf32>
    %11 = tensor.empty() : tensor<1x64x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x64x512xf32>) outs(%12 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %in, %out : f32
      linalg.yield %66 : f32
    } -> tensor<1x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.divf %in, %cst_4 : f32
      linalg.yield %66 : f32
    } -> tensor<1x64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.truncf %cst_3 : f64 to f32
      %67 = arith.addf %in, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<1x64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x64x1xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.rsqrt %in : f32
      linalg.yield %66 : f32
    } -> tensor<1x64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<1x64x512xf32>, tensor<1x64x1xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.mulf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x64x512xf32>
    %18 = linalg.generic {indexing_maps = [#map7, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5, %17 : tensor<512xf32>, tensor<1x64x512xf32>) outs(%0 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.mulf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x64x512xf32>
    %19 = tensor.empty() : tensor<512x512xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<512x512xf32>) outs(%19 : tensor<512x512xf32>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<1x512x512xf32>
    %21 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<512x512xf32>) outs(%20 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %23 = linalg.batch_matmul ins(%18, %21 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%22 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded_8 = tensor.expand_shape %23 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %24 = tensor.empty() : tensor<1x8x64x64xf32>
    %transposed_9 = linalg.transpose ins(%expanded_8 : tensor<1x64x8x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_10 = linalg.transpose ins(%arg2 : tensor<512x512xf32>) outs(%19 : tensor<512x512xf32>) permutation = [1, 0] 
    %25 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_10 : tensor<512x512xf32>) outs(%20 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %26 = linalg.batch_matmul ins(%18, %25 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%22 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded_11 = tensor.expand_shape %26 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_12 = linalg.transpose ins(%arg3 : tensor<512x512xf32>) outs(%19 : tensor<512x512xf32>) permutation = [1, 0] 
    %27 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_12 : tensor<512x512xf32>) outs(%20 : tensor<1x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x512xf32>
    %28 = linalg.batch_matmul ins(%18, %27 : tensor<1x64x512xf32>, tensor<1x512x512xf32>) outs(%22 : tensor<1x64x512xf32>) -> tensor<1x64x512xf32>
    %expanded_13 = tensor.expand_shape %28 [[0], [1], [2, 3]] output_shape [1, 64, 8, 64] : tensor<1x64x512xf32> into tensor<1x64x8x64xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<1x64x8x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) permutation = [0, 2, 1, 3] 
    %expanded_15 = tensor.expand_shape %3 [[0, 1]] output_shape [64, 1] : tensor<64xi64> into tensor<64x1xi64>
    %expanded_16 = tensor.expand_shape %3 [[0, 1]] output_shape [1, 64] : tensor<64xi64> into tensor<1x64xi64>
    %29 = tensor.empty() : tensor<64x64xi64>
    %30 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel"]} ins(%expanded_16, %expanded_15 : tensor<1x64xi64>, tensor<64x1xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_26: i64, %out: i64):
      %66 = arith.subi %in, %in_26 : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %31 = tensor.empty() : tensor<64x64xi1>
    %32 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<64x64xi64>) outs(%31 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %66 = arith.cmpi sgt, %in, %c0_i64 : i64
      linalg.yield %66 : i1
    } -> tensor<64x64xi1>
    %33 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<64x64xi1>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i1, %out: i64):
      %66 = arith.extui %in : i1 to i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %34 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      %66 = arith.muli %in, %c16_i64 : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %35 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      %66 = math.absi %in : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %36 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<64x64xi64>) outs(%31 : tensor<64x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %66 = arith.cmpi slt, %in, %c8_i64 : i64
      linalg.yield %66 : i1
    } -> tensor<64x64xi1>
    %37 = tensor.empty() : tensor<64x64xf32>
    %38 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<64x64xi64>) outs(%37 : tensor<64x64xf32>) {
    ^bb0(%in: i64, %out: f32):
      %66 = arith.sitofp %in : i64 to f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %39 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<64x64xf32>) outs(%37 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.divf %in, %cst_5 : f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %40 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<64x64xf32>) outs(%37 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.log %in : f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<64x64xf32>) outs(%37 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.truncf %cst_2 : f64 to f32
      %67 = arith.divf %in, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<64x64xf32>
    %42 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<64x64xf32>) outs(%37 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.mulf %in, %cst_5 : f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %43 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<64x64xf32>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: f32, %out: i64):
      %66 = arith.fptosi %in : f32 to i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %44 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      %66 = arith.addi %in, %c8_i64 : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %45 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%44, %cst_7 : tensor<64x64xi64>, tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_26: i64, %out: i64):
      %66 = arith.cmpi slt, %in, %in_26 : i64
      %67 = arith.select %66, %in, %in_26 : i64
      linalg.yield %67 : i64
    } -> tensor<64x64xi64>
    %46 = linalg.generic {indexing_maps = [#map11, #map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%36, %35, %45 : tensor<64x64xi1>, tensor<64x64xi64>, tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i1, %in_26: i64, %in_27: i64, %out: i64):
      %66 = arith.select %in, %in_26, %in_27 : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %47 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%34, %46 : tensor<64x64xi64>, tensor<64x64xi64>) outs(%29 : tensor<64x64xi64>) {
    ^bb0(%in: i64, %in_26: i64, %out: i64):
      %66 = arith.addi %in, %in_26 : i64
      linalg.yield %66 : i64
    } -> tensor<64x64xi64>
    %48 = tensor.empty() : tensor<64x64x8xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<64x64xi64>) outs(%48 : tensor<64x64x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %66 = arith.index_cast %in : i64 to index
      %67 = linalg.index 2 : index
      %68 = arith.cmpi slt, %66, %c32 : index
      cf.assert %68, "index must be smaller than dim size"
      %69 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %69, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg4[%66, %67] : tensor<32x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<64x64x8xf32>
    %50 = tensor.empty() : tensor<8x64x64xf32>
    %transposed_17 = linalg.transpose ins(%49 : tensor<64x64x8xf32>) outs(%50 : tensor<8x64x64xf32>) permutation = [2, 0, 1] 
    %expanded_18 = tensor.expand_shape %transposed_17 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %transposed_19 = linalg.transpose ins(%expanded_11 : tensor<1x64x8x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_20 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_21 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %51 = linalg.fill ins(%cst_0 : f32) outs(%50 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %52 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<8x64x64xf32>, tensor<8x64x64xf32>) outs(%51 : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
    %expanded_22 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [1, 8, 64, 64] : tensor<8x64x64xf32> into tensor<1x8x64x64xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22, %expanded_18 : tensor<1x8x64x64xf32>, tensor<1x8x64x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.addf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map12, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %9 : tensor<1x8x64x64xf32>, tensor<1x1x64x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.addf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x64xf32>
    %55 = tensor.empty() : tensor<1x8x64xi64>
    %56 = linalg.fill ins(%c0_i64 : i64) outs(%55 : tensor<1x8x64xi64>) -> tensor<1x8x64xi64>
    %57 = tensor.empty() : tensor<1x8x64xf32>
    %58 = linalg.fill ins(%cst_1 : f32) outs(%57 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %59:2 = linalg.generic {indexing_maps = [#map3, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<1x8x64x64xf32>) outs(%58, %56 : tensor<1x8x64xf32>, tensor<1x8x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_26: i64):
      %66 = linalg.index 3 : index
      %67 = arith.index_cast %66 : index to i64
      %68 = arith.maximumf %in, %out : f32
      %69 = arith.cmpf ogt, %in, %out : f32
      %70 = arith.select %69, %67, %out_26 : i64
      linalg.yield %68, %70 : f32, i64
    } -> (tensor<1x8x64xf32>, tensor<1x8x64xi64>)
    %expanded_23 = tensor.expand_shape %59#0 [[0], [1], [2, 3]] output_shape [1, 8, 64, 1] : tensor<1x8x64xf32> into tensor<1x8x64x1xf32>
    %60 = linalg.generic {indexing_maps = [#map3, #map13, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_23 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%24 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.subf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x64xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x8x64x64xf32>) outs(%24 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.exp %in : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x64xf32>
    %62 = tensor.empty() : tensor<1x8x64x1xf32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%62 : tensor<1x8x64x1xf32>) -> tensor<1x8x64x1xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x8x64x64xf32>) outs(%63 : tensor<1x8x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %in, %out : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x1xf32>
    %65 = linalg.generic {indexing_maps = [#map3, #map13, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %64 : tensor<1x8x64x64xf32>, tensor<1x8x64x1xf32>) outs(%24 : tensor<1x8x64x64xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %66 = arith.divf %in, %in_26 : f32
      linalg.yield %66 : f32
    } -> tensor<1x8x64x64xf32>
    %collapsed_24 = tensor.collapse_shape %65 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<1x8x64x64xf32> into tensor<8x64x64xf32>
    return %collapsed_24, %collapsed_25 : tensor<8x64x64xf32>, tensor<8x64x64xf32>
  }
}

