// Cut from hf_bert_4l_b2_s64, products 0 to 4 by utils/make-small-models.py.
// The attention mask of transformers: finfo.min must not turn into -inf.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-5: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d2)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map14 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<30522x768xf32>, %arg1: tensor<512x768xf32>, %arg2: tensor<2x768xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768x768xf32>, %arg6: tensor<768xf32>, %arg7: tensor<768x768xf32>, %arg8: tensor<768xf32>, %arg9: tensor<768x768xf32>, %arg10: tensor<768xf32>, %arg11: tensor<1x512xi64>, %arg12: tensor<1x512xi64>, %arg13: tensor<2x64xi64>, %arg14: tensor<2x64xi64>) -> tensor<2x64x768xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c64_i64 = arith.constant 64 : i64
    %c512 = arith.constant 512 : index
    %c2 = arith.constant 2 : index
    %c30522 = arith.constant 30522 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 9.9999999999999998E-13 : f64
    %c0 = arith.constant 0 : index
    %cst_3 = arith.constant 7.680000e+02 : f32
    %cst_4 = arith.constant 1.250000e-01 : f32
    %cst_5 = arith.constant dense<true> : tensor<i1>
    %cst_6 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %extracted_slice = tensor.extract_slice %arg11[0, 0] [1, 64] [1, 1] : tensor<1x512xi64> to tensor<1x64xi64>
    %0 = tensor.empty() : tensor<1x64xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x64xi64>) -> tensor<1x64xi64>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<1x64xi64>) outs(%1 : tensor<1x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      %73 = arith.index_cast %in : i64 to index
      %74 = arith.cmpi slt, %73, %c512 : index
      cf.assert %74, "index must be smaller than dim size"
      %75 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %75, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg12[%c0, %73] : tensor<1x512xi64>
      linalg.yield %extracted : i64
    } -> tensor<1x64xi64>
    %3 = tensor.empty() : tensor<2x64xi64>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<1x64xi64> into tensor<64xi64>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<64xi64>) outs(%3 : tensor<2x64xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<2x64xi64>
    %5 = tensor.empty() : tensor<2x64x768xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<2x64xi64>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %73 = arith.index_cast %in : i64 to index
      %74 = linalg.index 2 : index
      %75 = arith.cmpi slt, %73, %c30522 : index
      cf.assert %75, "index must be smaller than dim size"
      %76 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %76, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%73, %74] : tensor<30522x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x64x768xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x64xi64>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %73 = arith.index_cast %in : i64 to index
      %74 = linalg.index 2 : index
      %75 = arith.cmpi slt, %73, %c2 : index
      cf.assert %75, "index must be smaller than dim size"
      %76 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %76, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg2[%73, %74] : tensor<2x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x64x768xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x64x768xf32>, tensor<2x64x768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %9 = tensor.empty() : tensor<1x64x768xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x64xi64>) outs(%9 : tensor<1x64x768xf32>) {
    ^bb0(%in: i64, %out: f32):
      %73 = arith.index_cast %in : i64 to index
      %74 = linalg.index 2 : index
      %75 = arith.cmpi slt, %73, %c512 : index
      cf.assert %75, "index must be smaller than dim size"
      %76 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %76, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%73, %74] : tensor<512x768xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x64x768xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %10 : tensor<2x64x768xf32>, tensor<1x64x768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %12 = tensor.empty() : tensor<2x64x1xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<2x64x1xf32>) -> tensor<2x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%11 : tensor<2x64x768xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x64x1xf32>) outs(%12 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_3 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x1xf32>
    %collapsed_7 = tensor.collapse_shape %15 [[0], [1, 2]] : tensor<2x64x1xf32> into tensor<2x64xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<2x64xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x768xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %16 : tensor<2x64x768xf32>, tensor<2x64x768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %17 : tensor<2x64x768xf32>, tensor<2x64x768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%18 : tensor<2x64x768xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x1xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x64x1xf32>) outs(%12 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.divf %in, %cst_3 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x64x1xf32>) outs(%12 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.truncf %cst_2 : f64 to f32
      %74 = arith.addf %in, %73 : f32
      linalg.yield %74 : f32
    } -> tensor<2x64x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x64x1xf32>) outs(%12 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.rsqrt %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x1xf32>
    %collapsed_8 = tensor.collapse_shape %22 [[0], [1, 2]] : tensor<2x64x1xf32> into tensor<2x64xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<2x64xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x768xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %23 : tensor<2x64x768xf32>, tensor<2x64x768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %arg3 : tensor<2x64x768xf32>, tensor<768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.mulf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg4 : tensor<2x64x768xf32>, tensor<768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %27 = tensor.empty() : tensor<2x64xi1>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<2x64xi64>) outs(%27 : tensor<2x64xi1>) {
    ^bb0(%in: i64, %out: i1):
      %73 = arith.cmpi ne, %in, %c0_i64 : i64
      linalg.yield %73 : i1
    } -> tensor<2x64xi1>
    %29 = tensor.empty() : tensor<2xi64>
    %30 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%29 : tensor<2xi64>) {
    ^bb0(%out: i64):
      %73 = linalg.index 0 : index
      %74 = arith.index_cast %73 : index to i64
      linalg.yield %74 : i64
    } -> tensor<2xi64>
    %31 = tensor.empty() : tensor<64xi64>
    %32 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%31 : tensor<64xi64>) {
    ^bb0(%out: i64):
      %73 = linalg.index 0 : index
      %74 = arith.index_cast %73 : index to i64
      linalg.yield %74 : i64
    } -> tensor<64xi64>
    %expanded = tensor.expand_shape %30 [[0, 1, 2, 3]] output_shape [2, 1, 1, 1] : tensor<2xi64> into tensor<2x1x1x1xi64>
    %expanded_9 = tensor.expand_shape %32 [[0, 1, 2, 3]] output_shape [1, 1, 64, 1] : tensor<64xi64> into tensor<1x1x64x1xi64>
    %expanded_10 = tensor.expand_shape %32 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xi64> into tensor<1x1x1x64xi64>
    %33 = tensor.empty() : tensor<1x1x64x1xi1>
    %34 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<1x1x64x1xi64>) outs(%33 : tensor<1x1x64x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %73 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %73 : i1
    } -> tensor<1x1x64x1xi1>
    %35 = linalg.generic {indexing_maps = [#map9, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5, %34 : tensor<i1>, tensor<1x1x64x1xi1>) outs(%33 : tensor<1x1x64x1xi1>) {
    ^bb0(%in: i1, %in_28: i1, %out: i1):
      %73 = arith.andi %in, %in_28 : i1
      linalg.yield %73 : i1
    } -> tensor<1x1x64x1xi1>
    %36 = tensor.empty() : tensor<2x1x1x64xi1>
    %37 = linalg.generic {indexing_maps = [#map10, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %expanded_10 : tensor<2x1x1x1xi64>, tensor<1x1x1x64xi64>) outs(%36 : tensor<2x1x1x64xi1>) {
    ^bb0(%in: i64, %in_28: i64, %out: i1):
      %73 = arith.cmpi slt, %in, %c0_i64 : i64
      %74 = arith.addi %in, %c2_i64 : i64
      %75 = arith.select %73, %74, %in : i64
      %76 = arith.index_cast %75 : i64 to index
      %77 = arith.cmpi slt, %in_28, %c0_i64 : i64
      %78 = arith.addi %in_28, %c64_i64 : i64
      %79 = arith.select %77, %78, %in_28 : i64
      %80 = arith.index_cast %79 : i64 to index
      %extracted = tensor.extract %28[%76, %80] : tensor<2x64xi1>
      linalg.yield %extracted : i1
    } -> tensor<2x1x1x64xi1>
    %38 = tensor.empty() : tensor<2x1x64x64xi1>
    %39 = linalg.generic {indexing_maps = [#map12, #map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %37 : tensor<1x1x64x1xi1>, tensor<2x1x1x64xi1>) outs(%38 : tensor<2x1x64x64xi1>) {
    ^bb0(%in: i1, %in_28: i1, %out: i1):
      %73 = arith.andi %in, %in_28 : i1
      linalg.yield %73 : i1
    } -> tensor<2x1x64x64xi1>
    %40 = tensor.empty() : tensor<2x1x64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map9, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %cst, %cst_6 : tensor<2x1x64x64xi1>, tensor<f32>, tensor<f32>) outs(%40 : tensor<2x1x64x64xf32>) {
    ^bb0(%in: i1, %in_28: f32, %in_29: f32, %out: f32):
      %73 = arith.select %in, %in_28, %in_29 : f32
      linalg.yield %73 : f32
    } -> tensor<2x1x64x64xf32>
    %42 = tensor.empty() : tensor<768x768xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<768x768xf32>) outs(%42 : tensor<768x768xf32>) permutation = [1, 0] 
    %43 = tensor.empty() : tensor<2x768x768xf32>
    %44 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<768x768xf32>) outs(%43 : tensor<2x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x768x768xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
    %46 = linalg.batch_matmul ins(%26, %44 : tensor<2x64x768xf32>, tensor<2x768x768xf32>) outs(%45 : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
    %47 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46, %arg6 : tensor<2x64x768xf32>, tensor<768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %expanded_11 = tensor.expand_shape %47 [[0], [1], [2, 3]] output_shape [2, 64, 12, 64] : tensor<2x64x768xf32> into tensor<2x64x12x64xf32>
    %48 = tensor.empty() : tensor<2x12x64x64xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<2x64x12x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg7 : tensor<768x768xf32>) outs(%42 : tensor<768x768xf32>) permutation = [1, 0] 
    %49 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_13 : tensor<768x768xf32>) outs(%43 : tensor<2x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x768x768xf32>
    %50 = linalg.batch_matmul ins(%26, %49 : tensor<2x64x768xf32>, tensor<2x768x768xf32>) outs(%45 : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %arg8 : tensor<2x64x768xf32>, tensor<768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %expanded_14 = tensor.expand_shape %51 [[0], [1], [2, 3]] output_shape [2, 64, 12, 64] : tensor<2x64x768xf32> into tensor<2x64x12x64xf32>
    %transposed_15 = linalg.transpose ins(%arg9 : tensor<768x768xf32>) outs(%42 : tensor<768x768xf32>) permutation = [1, 0] 
    %52 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<768x768xf32>) outs(%43 : tensor<2x768x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x768x768xf32>
    %53 = linalg.batch_matmul ins(%26, %52 : tensor<2x64x768xf32>, tensor<2x768x768xf32>) outs(%45 : tensor<2x64x768xf32>) -> tensor<2x64x768xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %arg10 : tensor<2x64x768xf32>, tensor<768xf32>) outs(%5 : tensor<2x64x768xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x64x768xf32>
    %expanded_16 = tensor.expand_shape %54 [[0], [1], [2, 3]] output_shape [2, 64, 12, 64] : tensor<2x64x768xf32> into tensor<2x64x12x64xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x64x12x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x64x12x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x12x64x64xf32> into tensor<24x64x64xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x12x64x64xf32> into tensor<24x64x64xf32>
    %55 = tensor.empty() : tensor<24x64x64xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<24x64x64xf32>) -> tensor<24x64x64xf32>
    %57 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<24x64x64xf32>, tensor<24x64x64xf32>) outs(%56 : tensor<24x64x64xf32>) -> tensor<24x64x64xf32>
    %expanded_21 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 12, 64, 64] : tensor<24x64x64xf32> into tensor<2x12x64x64xf32>
    %58 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x12x64x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.mulf %in, %cst_4 : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x64xf32>
    %59 = linalg.generic {indexing_maps = [#map8, #map15, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %41 : tensor<2x12x64x64xf32>, tensor<2x1x64x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.addf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x64xf32>
    %60 = tensor.empty() : tensor<2x12x64xi64>
    %61 = linalg.fill ins(%c0_i64 : i64) outs(%60 : tensor<2x12x64xi64>) -> tensor<2x12x64xi64>
    %62 = tensor.empty() : tensor<2x12x64xf32>
    %63 = linalg.fill ins(%cst_1 : f32) outs(%62 : tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %64:2 = linalg.generic {indexing_maps = [#map8, #map16, #map16], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%59 : tensor<2x12x64x64xf32>) outs(%63, %61 : tensor<2x12x64xf32>, tensor<2x12x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_28: i64):
      %73 = linalg.index 3 : index
      %74 = arith.index_cast %73 : index to i64
      %75 = arith.maximumf %in, %out : f32
      %76 = arith.cmpf ogt, %in, %out : f32
      %77 = arith.select %76, %74, %out_28 : i64
      linalg.yield %75, %77 : f32, i64
    } -> (tensor<2x12x64xf32>, tensor<2x12x64xi64>)
    %expanded_22 = tensor.expand_shape %64#0 [[0], [1], [2, 3]] output_shape [2, 12, 64, 1] : tensor<2x12x64xf32> into tensor<2x12x64x1xf32>
    %65 = linalg.generic {indexing_maps = [#map8, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %expanded_22 : tensor<2x12x64x64xf32>, tensor<2x12x64x1xf32>) outs(%48 : tensor<2x12x64x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.subf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x64xf32>
    %66 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<2x12x64x64xf32>) outs(%48 : tensor<2x12x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = math.exp %in : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x64xf32>
    %67 = tensor.empty() : tensor<2x12x64x1xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%67 : tensor<2x12x64x1xf32>) -> tensor<2x12x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map8, #map17], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%66 : tensor<2x12x64x64xf32>) outs(%68 : tensor<2x12x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %73 = arith.addf %in, %out : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map8, #map17, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %69 : tensor<2x12x64x64xf32>, tensor<2x12x64x1xf32>) outs(%48 : tensor<2x12x64x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %73 = arith.divf %in, %in_28 : f32
      linalg.yield %73 : f32
    } -> tensor<2x12x64x64xf32>
    %collapsed_23 = tensor.collapse_shape %70 [[0, 1], [2], [3]] : tensor<2x12x64x64xf32> into tensor<24x64x64xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x12x64x64xf32> into tensor<24x64x64xf32>
    %71 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<24x64x64xf32>, tensor<24x64x64xf32>) outs(%56 : tensor<24x64x64xf32>) -> tensor<24x64x64xf32>
    %expanded_25 = tensor.expand_shape %71 [[0, 1], [2], [3]] output_shape [2, 12, 64, 64] : tensor<24x64x64xf32> into tensor<2x12x64x64xf32>
    %72 = tensor.empty() : tensor<2x64x12x64xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x12x64x64xf32>) outs(%72 : tensor<2x64x12x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0], [1], [2, 3]] : tensor<2x64x12x64xf32> into tensor<2x64x768xf32>
    return %collapsed_27 : tensor<2x64x768xf32>
  }
}

