// Cut from hf_vit_4l_b1, products 0 to 5 by utils/make-small-models.py.
// Patch embedding by convolution, class token by insert_slice, first attention.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>, tensor<{{.*}}xf16>) {{.*}}xf32>

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> ()>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
#map8 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @main(%arg0: tensor<1x1x384xf32>, %arg1: tensor<1x197x384xf32>, %arg2: tensor<384x3x16x16xf32>, %arg3: tensor<384xf32>, %arg4: tensor<384x384xf32>, %arg5: tensor<384xf32>, %arg6: tensor<384x384xf32>, %arg7: tensor<384xf32>, %arg8: tensor<384x384xf32>, %arg9: tensor<384xf32>, %arg10: tensor<384xf32>, %arg11: tensor<384xf32>, %arg12: tensor<1x3x224x224xf32>) -> (tensor<1x197x384xf32>, tensor<1x197x384xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 9.9999999999999998E-13 : f64
    %cst_3 = arith.constant 3.840000e+02 : f32
    %cst_4 = arith.constant 1.250000e-01 : f32
    %cst_5 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %0 = tensor.empty() : tensor<1x384x14x14xf32>
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<384xf32>) outs(%0 : tensor<1x384x14x14xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<16> : vector<2xi64>} ins(%arg12, %arg2 : tensor<1x3x224x224xf32>, tensor<384x3x16x16xf32>) outs(%broadcasted : tensor<1x384x14x14xf32>) -> tensor<1x384x14x14xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<1x384x14x14xf32> into tensor<1x384x196xf32>
    %2 = tensor.empty() : tensor<1x196x384xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<1x384x196xf32>) outs(%2 : tensor<1x196x384xf32>) permutation = [0, 2, 1] 
    %concat = tensor.concat dim(1) %arg0, %transposed : (tensor<1x1x384xf32>, tensor<1x196x384xf32>) -> tensor<1x197x384xf32>
    %3 = tensor.empty() : tensor<1x197x384xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg1 : tensor<1x197x384xf32>, tensor<1x197x384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %5 = tensor.empty() : tensor<197xi64>
    %6 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%5 : tensor<197xi64>) {
    ^bb0(%out: i64):
      %63 = linalg.index 0 : index
      %64 = arith.index_cast %63 : index to i64
      linalg.yield %64 : i64
    } -> tensor<197xi64>
    %expanded = tensor.expand_shape %6 [[0, 1, 2, 3]] output_shape [1, 1, 197, 1] : tensor<197xi64> into tensor<1x1x197x1xi64>
    %7 = tensor.empty() : tensor<1x1x197x1xi1>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x197x1xi64>) outs(%7 : tensor<1x1x197x1xi1>) {
    ^bb0(%in: i64, %out: i1):
      %63 = arith.cmpi sge, %in, %c0_i64 : i64
      linalg.yield %63 : i1
    } -> tensor<1x1x197x1xi1>
    %9 = tensor.empty() : tensor<1x1x197x197xi1>
    %collapsed_6 = tensor.collapse_shape %8 [[0], [1], [2, 3]] : tensor<1x1x197x1xi1> into tensor<1x1x197xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_6 : tensor<1x1x197xi1>) outs(%9 : tensor<1x1x197x197xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x1x197x197xi1>
    %11 = tensor.empty() : tensor<1x1x197x197xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map4, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %cst, %cst_5 : tensor<1x1x197x197xi1>, tensor<f32>, tensor<f32>) outs(%11 : tensor<1x1x197x197xf32>) {
    ^bb0(%in: i1, %in_27: f32, %in_28: f32, %out: f32):
      %63 = arith.select %in, %in_27, %in_28 : f32
      linalg.yield %63 : f32
    } -> tensor<1x1x197x197xf32>
    %13 = tensor.empty() : tensor<1x197x1xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<1x197x1xf32>) -> tensor<1x197x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%4 : tensor<1x197x384xf32>) outs(%14 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %in, %out : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x197x1xf32>) outs(%13 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.divf %in, %cst_3 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x1xf32>
    %collapsed_7 = tensor.collapse_shape %16 [[0], [1, 2]] : tensor<1x197x1xf32> into tensor<1x197xf32>
    %17 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<1x197xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x197x384xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %17 : tensor<1x197x384xf32>, tensor<1x197x384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.subf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %18 : tensor<1x197x384xf32>, tensor<1x197x384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.mulf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%19 : tensor<1x197x384xf32>) outs(%14 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %in, %out : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x197x1xf32>) outs(%13 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.divf %in, %cst_3 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<1x197x1xf32>) outs(%13 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.truncf %cst_2 : f64 to f32
      %64 = arith.addf %in, %63 : f32
      linalg.yield %64 : f32
    } -> tensor<1x197x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x197x1xf32>) outs(%13 : tensor<1x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.rsqrt %in : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x1xf32>
    %collapsed_8 = tensor.collapse_shape %23 [[0], [1, 2]] : tensor<1x197x1xf32> into tensor<1x197xf32>
    %24 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8 : tensor<1x197xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x197x384xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %24 : tensor<1x197x384xf32>, tensor<1x197x384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.mulf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg10 : tensor<1x197x384xf32>, tensor<384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.mulf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg11 : tensor<1x197x384xf32>, tensor<384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %28 = tensor.empty() : tensor<384x384xf32>
    %transposed_9 = linalg.transpose ins(%arg4 : tensor<384x384xf32>) outs(%28 : tensor<384x384xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<1x384x384xf32>
    %30 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<384x384xf32>) outs(%29 : tensor<1x384x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x384x384xf32>
    %31 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x197x384xf32>) -> tensor<1x197x384xf32>
    %32 = linalg.batch_matmul ins(%27, %30 : tensor<1x197x384xf32>, tensor<1x384x384xf32>) outs(%31 : tensor<1x197x384xf32>) -> tensor<1x197x384xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %arg5 : tensor<1x197x384xf32>, tensor<384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %expanded_10 = tensor.expand_shape %33 [[0], [1], [2, 3]] output_shape [1, 197, 6, 64] : tensor<1x197x384xf32> into tensor<1x197x6x64xf32>
    %34 = tensor.empty() : tensor<1x6x197x64xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<1x197x6x64xf32>) outs(%34 : tensor<1x6x197x64xf32>) permutation = [0, 2, 1, 3] 
    %transposed_12 = linalg.transpose ins(%arg6 : tensor<384x384xf32>) outs(%28 : tensor<384x384xf32>) permutation = [1, 0] 
    %35 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_12 : tensor<384x384xf32>) outs(%29 : tensor<1x384x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x384x384xf32>
    %36 = linalg.batch_matmul ins(%27, %35 : tensor<1x197x384xf32>, tensor<1x384x384xf32>) outs(%31 : tensor<1x197x384xf32>) -> tensor<1x197x384xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %arg7 : tensor<1x197x384xf32>, tensor<384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %expanded_13 = tensor.expand_shape %37 [[0], [1], [2, 3]] output_shape [1, 197, 6, 64] : tensor<1x197x384xf32> into tensor<1x197x6x64xf32>
    %transposed_14 = linalg.transpose ins(%arg8 : tensor<384x384xf32>) outs(%28 : tensor<384x384xf32>) permutation = [1, 0] 
    %38 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_14 : tensor<384x384xf32>) outs(%29 : tensor<1x384x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x384x384xf32>
    %39 = linalg.batch_matmul ins(%27, %38 : tensor<1x197x384xf32>, tensor<1x384x384xf32>) outs(%31 : tensor<1x197x384xf32>) -> tensor<1x197x384xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %arg9 : tensor<1x197x384xf32>, tensor<384xf32>) outs(%3 : tensor<1x197x384xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x197x384xf32>
    %expanded_15 = tensor.expand_shape %40 [[0], [1], [2, 3]] output_shape [1, 197, 6, 64] : tensor<1x197x384xf32> into tensor<1x197x6x64xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<1x197x6x64xf32>) outs(%34 : tensor<1x6x197x64xf32>) permutation = [0, 2, 1, 3] 
    %41 = tensor.empty() : tensor<1x6x64x197xf32>
    %transposed_17 = linalg.transpose ins(%expanded_13 : tensor<1x197x6x64xf32>) outs(%41 : tensor<1x6x64x197xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_18 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<1x6x197x64xf32> into tensor<6x197x64xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<1x6x64x197xf32> into tensor<6x64x197xf32>
    %42 = tensor.empty() : tensor<6x197x197xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<6x197x197xf32>) -> tensor<6x197x197xf32>
    %44 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<6x197x64xf32>, tensor<6x64x197xf32>) outs(%43 : tensor<6x197x197xf32>) -> tensor<6x197x197xf32>
    %expanded_20 = tensor.expand_shape %44 [[0, 1], [2], [3]] output_shape [1, 6, 197, 197] : tensor<6x197x197xf32> into tensor<1x6x197x197xf32>
    %45 = tensor.empty() : tensor<1x6x197x197xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<1x6x197x197xf32>) outs(%45 : tensor<1x6x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.mulf %in, %cst_4 : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x197xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map9, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %12 : tensor<1x6x197x197xf32>, tensor<1x1x197x197xf32>) outs(%45 : tensor<1x6x197x197xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.addf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x197xf32>
    %48 = tensor.empty() : tensor<1x6x197xi64>
    %49 = linalg.fill ins(%c0_i64 : i64) outs(%48 : tensor<1x6x197xi64>) -> tensor<1x6x197xi64>
    %50 = tensor.empty() : tensor<1x6x197xf32>
    %51 = linalg.fill ins(%cst_1 : f32) outs(%50 : tensor<1x6x197xf32>) -> tensor<1x6x197xf32>
    %52:2 = linalg.generic {indexing_maps = [#map2, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<1x6x197x197xf32>) outs(%51, %49 : tensor<1x6x197xf32>, tensor<1x6x197xi64>) {
    ^bb0(%in: f32, %out: f32, %out_27: i64):
      %63 = linalg.index 3 : index
      %64 = arith.index_cast %63 : index to i64
      %65 = arith.maximumf %in, %out : f32
      %66 = arith.cmpf ogt, %in, %out : f32
      %67 = arith.select %66, %64, %out_27 : i64
      linalg.yield %65, %67 : f32, i64
    } -> (tensor<1x6x197xf32>, tensor<1x6x197xi64>)
    %expanded_21 = tensor.expand_shape %52#0 [[0], [1], [2, 3]] output_shape [1, 6, 197, 1] : tensor<1x6x197xf32> into tensor<1x6x197x1xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_21 : tensor<1x6x197x197xf32>, tensor<1x6x197x1xf32>) outs(%45 : tensor<1x6x197x197xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.subf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x197xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x6x197x197xf32>) outs(%45 : tensor<1x6x197x197xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x197xf32>
    %55 = tensor.empty() : tensor<1x6x197x1xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<1x6x197x1xf32>) -> tensor<1x6x197x1xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<1x6x197x197xf32>) outs(%56 : tensor<1x6x197x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %in, %out : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x1xf32>
    %58 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %57 : tensor<1x6x197x197xf32>, tensor<1x6x197x1xf32>) outs(%45 : tensor<1x6x197x197xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %63 = arith.divf %in, %in_27 : f32
      linalg.yield %63 : f32
    } -> tensor<1x6x197x197xf32>
    %collapsed_22 = tensor.collapse_shape %58 [[0, 1], [2], [3]] : tensor<1x6x197x197xf32> into tensor<6x197x197xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<1x6x197x64xf32> into tensor<6x197x64xf32>
    %59 = tensor.empty() : tensor<6x197x64xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%59 : tensor<6x197x64xf32>) -> tensor<6x197x64xf32>
    %61 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<6x197x197xf32>, tensor<6x197x64xf32>) outs(%60 : tensor<6x197x64xf32>) -> tensor<6x197x64xf32>
    %expanded_24 = tensor.expand_shape %61 [[0, 1], [2], [3]] output_shape [1, 6, 197, 64] : tensor<6x197x64xf32> into tensor<1x6x197x64xf32>
    %62 = tensor.empty() : tensor<1x197x6x64xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<1x6x197x64xf32>) outs(%62 : tensor<1x197x6x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0], [1], [2, 3]] : tensor<1x197x6x64xf32> into tensor<1x197x384xf32>
    return %4, %collapsed_26 : tensor<1x197x384xf32>, tensor<1x197x384xf32>
  }
}

