// Cut from minilm_real_b8_s32, products 47 to 47 by utils/make-small-models.py.
// Mean pooling over a mask and division by a norm: sums of squares stay f32.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<1536xf32>, %arg1: tensor<384x1536xf32>, %arg2: tensor<384xf32>, %arg3: tensor<384xf32>, %arg4: tensor<384xf32>, %arg5: tensor<8x32xf32>, %arg6: tensor<8x32x384xf32>, %arg7: tensor<8x32x1536xf32>) -> tensor<8x384xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 1.000000e-09 : f64
    %cst_3 = arith.constant 9.9999999999999998E-13 : f64
    %cst_4 = arith.constant 3.840000e+02 : f32
    %cst_5 = arith.constant 1.41421354 : f32
    %cst_6 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x32x384xf32>
    %1 = tensor.empty() : tensor<8x32x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x32x1xf32>) -> tensor<8x32x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8x32x384xf32>) -> tensor<8x32x384xf32>
    %4 = tensor.empty() : tensor<8x32x1536xf32>
    %5 = tensor.empty() : tensor<1536x384xf32>
    %6 = tensor.empty() : tensor<8x1536x384xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %arg0 : tensor<8x32x1536xf32>, tensor<1536xf32>) outs(%4 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.addf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1536xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<8x32x1536xf32>) outs(%4 : tensor<8x32x1536xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_5 : f32
      %40 = math.erf %39 : f32
      %41 = arith.addf %40, %cst_0 : f32
      %42 = arith.mulf %41, %cst_1 : f32
      %43 = arith.mulf %in, %42 : f32
      linalg.yield %43 : f32
    } -> tensor<8x32x1536xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<384x1536xf32>) outs(%5 : tensor<1536x384xf32>) permutation = [1, 0] 
    %9 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<1536x384xf32>) outs(%6 : tensor<8x1536x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1536x384xf32>
    %10 = linalg.batch_matmul ins(%8, %9 : tensor<8x32x1536xf32>, tensor<8x1536x384xf32>) outs(%3 : tensor<8x32x384xf32>) -> tensor<8x32x384xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %arg2 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.addf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %11 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.addf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<8x32x384xf32>) outs(%2 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<8x32x1xf32>) outs(%1 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_4 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1xf32>
    %collapsed = tensor.collapse_shape %14 [[0], [1, 2]] : tensor<8x32x1xf32> into tensor<8x32xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<8x32xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x384xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.subf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.mulf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<8x32x384xf32>) outs(%2 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<8x32x1xf32>) outs(%1 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_4 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<8x32x1xf32>) outs(%1 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_3 : f64 to f32
      %40 = arith.addf %in, %39 : f32
      linalg.yield %40 : f32
    } -> tensor<8x32x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<8x32x1xf32>) outs(%1 : tensor<8x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.rsqrt %in : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x1xf32>
    %collapsed_7 = tensor.collapse_shape %21 [[0], [1, 2]] : tensor<8x32x1xf32> into tensor<8x32xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<8x32xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x384xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %22 : tensor<8x32x384xf32>, tensor<8x32x384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.mulf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg3 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.mulf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %arg4 : tensor<8x32x384xf32>, tensor<384xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.addf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %expanded = tensor.expand_shape %arg5 [[0], [1, 2]] output_shape [8, 32, 1] : tensor<8x32xf32> into tensor<8x32x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %expanded : tensor<8x32x384xf32>, tensor<8x32x1xf32>) outs(%0 : tensor<8x32x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.mulf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x32x384xf32>
    %27 = tensor.empty() : tensor<8x384xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<8x384xf32>) -> tensor<8x384xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "reduction", "parallel"]} ins(%26 : tensor<8x32x384xf32>) outs(%28 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<8x384xf32>
    %30 = tensor.empty() : tensor<8x1xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map5], iterator_types = ["parallel", "reduction", "parallel"]} ins(%expanded : tensor<8x32x1xf32>) outs(%31 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<8x1xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<8x1xf32>) outs(%30 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_2 : f64 to f32
      %40 = arith.cmpf ult, %in, %39 : f32
      %41 = arith.select %40, %39, %in : f32
      linalg.yield %41 : f32
    } -> tensor<8x1xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%29, %33 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%27 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.divf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x384xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "reduction"]} ins(%34 : tensor<8x384xf32>) outs(%31 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.absf %in : f32
      %40 = math.powf %39, %cst_6 : f32
      %41 = arith.addf %40, %out : f32
      linalg.yield %41 : f32
    } -> tensor<8x1xf32>
    %36 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<8x1xf32>) outs(%30 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.powf %in, %cst_1 : f32
      linalg.yield %39 : f32
    } -> tensor<8x1xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<8x1xf32>) outs(%30 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_3 : f64 to f32
      %40 = arith.cmpf ult, %in, %39 : f32
      %41 = arith.select %40, %39, %in : f32
      linalg.yield %41 : f32
    } -> tensor<8x1xf32>
    %38 = linalg.generic {indexing_maps = [#map6, #map7, #map6], iterator_types = ["parallel", "parallel"]} ins(%34, %37 : tensor<8x384xf32>, tensor<8x1xf32>) outs(%27 : tensor<8x384xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %39 = arith.divf %in, %in_8 : f32
      linalg.yield %39 : f32
    } -> tensor<8x384xf32>
    return %38 : tensor<8x384xf32>
  }
}

