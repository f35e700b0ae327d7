// Cut from gpt2_small_b1_s64, products 71 to 72 by utils/make-small-models.py.
// The last layer norm and the head, which shares the embedding's weight.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: linalg.{{(batch_)?}}matmul {{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<50257x768xf32>, %arg1: tensor<3072xf32>, %arg2: tensor<768x3072xf32>, %arg3: tensor<768xf32>, %arg4: tensor<768xf32>, %arg5: tensor<768xf32>, %arg6: tensor<1x64x768xf32>, %arg7: tensor<1x64x3072xf32>) -> tensor<1x64x50257xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c3_i64 = arith.constant 3 : i64
    %cst_0 = arith.constant 4.471500e-02 : f32
    %cst_1 = arith.constant 0.797884583 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 1.000000e-05 : f64
    %cst_5 = arith.constant 7.680000e+02 : f32
    %0 = tensor.empty() : tensor<1x64x768xf32>
    %1 = tensor.empty() : tensor<1x64x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
    %4 = tensor.empty() : tensor<1x64x3072xf32>
    %5 = tensor.empty() : tensor<3072x768xf32>
    %6 = tensor.empty() : tensor<1x3072x768xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %arg1 : tensor<1x64x3072xf32>, tensor<3072xf32>) outs(%4 : tensor<1x64x3072xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.addf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x3072xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x64x3072xf32>) outs(%4 : tensor<1x64x3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.fpowi %in, %c3_i64 : f32, i64
      %33 = arith.mulf %32, %cst_0 : f32
      %34 = arith.addf %in, %33 : f32
      %35 = arith.mulf %34, %cst_1 : f32
      %36 = math.tanh %35 : f32
      %37 = arith.addf %36, %cst_2 : f32
      %38 = arith.mulf %37, %cst_3 : f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<1x64x3072xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<768x3072xf32>) outs(%5 : tensor<3072x768xf32>) permutation = [1, 0] 
    %9 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<3072x768xf32>) outs(%6 : tensor<1x3072x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x3072x768xf32>
    %10 = linalg.batch_matmul ins(%8, %9 : tensor<1x64x3072xf32>, tensor<1x3072x768xf32>) outs(%3 : tensor<1x64x768xf32>) -> tensor<1x64x768xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %arg3 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.addf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %11 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.addf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.divf %in, %cst_5 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x1xf32>
    %collapsed = tensor.collapse_shape %14 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.subf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.mulf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<1x64x768xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.divf %in, %cst_5 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.truncf %cst_4 : f64 to f32
      %33 = arith.addf %in, %32 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.rsqrt %in : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_6 = tensor.collapse_shape %21 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_6 : tensor<1x64xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x768xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %22 : tensor<1x64x768xf32>, tensor<1x64x768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.mulf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %arg4 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.mulf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %arg5 : tensor<1x64x768xf32>, tensor<768xf32>) outs(%0 : tensor<1x64x768xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %32 = arith.addf %in, %in_8 : f32
      linalg.yield %32 : f32
    } -> tensor<1x64x768xf32>
    %26 = tensor.empty() : tensor<768x50257xf32>
    %transposed_7 = linalg.transpose ins(%arg0 : tensor<50257x768xf32>) outs(%26 : tensor<768x50257xf32>) permutation = [1, 0] 
    %27 = tensor.empty() : tensor<1x768x50257xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_7 : tensor<768x50257xf32>) outs(%27 : tensor<1x768x50257xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x768x50257xf32>
    %29 = tensor.empty() : tensor<1x64x50257xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<1x64x50257xf32>) -> tensor<1x64x50257xf32>
    %31 = linalg.batch_matmul ins(%25, %28 : tensor<1x64x768xf32>, tensor<1x768x50257xf32>) outs(%30 : tensor<1x64x50257xf32>) -> tensor<1x64x50257xf32>
    return %31 : tensor<1x64x50257xf32>
  }
}

