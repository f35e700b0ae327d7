// Cut from lstm_unrolled_b4_t16, products 0 to 4 by utils/make-small-models.py.
// The first steps unrolled: a weight used at every step is cast once.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-COUNT-5: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<512x64xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512x128xf32>, %arg3: tensor<512xf32>, %arg4: tensor<4x16x64xf32>) -> (tensor<4x128xf32>, tensor<4x128xf32>, tensor<4x512xf32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<4x128xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %extracted_slice = tensor.extract_slice %arg4[0, 0, 0] [4, 1, 64] [1, 1, 1] : tensor<4x16x64xf32> to tensor<4x1x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<4x1x64xf32> into tensor<4x64xf32>
    %0 = tensor.empty() : tensor<64x512xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<512x64xf32>) outs(%0 : tensor<64x512xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<4x512xf32>
    %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<4x64xf32>, tensor<64x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %5 = tensor.empty() : tensor<128x512xf32>
    %transposed_2 = linalg.transpose ins(%arg2 : tensor<512x128xf32>) outs(%5 : tensor<128x512xf32>) permutation = [1, 0] 
    %6 = linalg.matmul ins(%cst, %transposed_2 : tensor<4x128xf32>, tensor<128x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg3 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %7 : tensor<4x512xf32>, tensor<4x512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %extracted_slice_3 = tensor.extract_slice %8[0, 0] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_4 = tensor.extract_slice %8[0, 128] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_5 = tensor.extract_slice %8[0, 256] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_6 = tensor.extract_slice %8[0, 384] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %9 = tensor.empty() : tensor<4x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %cst : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.tanh %in : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %14 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_6 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.tanh %in : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %17 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %extracted_slice_7 = tensor.extract_slice %arg4[0, 1, 0] [4, 1, 64] [1, 1, 1] : tensor<4x16x64xf32> to tensor<4x1x64xf32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<4x1x64xf32> into tensor<4x64xf32>
    %19 = linalg.matmul ins(%collapsed_8, %transposed : tensor<4x64xf32>, tensor<64x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg1 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %21 = linalg.matmul ins(%18, %transposed_2 : tensor<4x128xf32>, tensor<128x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %arg3 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %22 : tensor<4x512xf32>, tensor<4x512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    %extracted_slice_9 = tensor.extract_slice %23[0, 0] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_10 = tensor.extract_slice %23[0, 128] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_11 = tensor.extract_slice %23[0, 256] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_12 = tensor.extract_slice %23[0, 384] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%24, %15 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_9 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_11 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.tanh %in : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %27 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %28 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      %36 = math.exp %35 : f32
      %37 = arith.addf %36, %cst_1 : f32
      %38 = arith.divf %cst_1, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<4x128xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.tanh %in : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%30, %31 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.mulf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x128xf32>
    %extracted_slice_13 = tensor.extract_slice %arg4[0, 2, 0] [4, 1, 64] [1, 1, 1] : tensor<4x16x64xf32> to tensor<4x1x64xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2]] : tensor<4x1x64xf32> into tensor<4x64xf32>
    %33 = linalg.matmul ins(%collapsed_14, %transposed : tensor<4x64xf32>, tensor<64x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %arg1 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %35 = arith.addf %in, %in_15 : f32
      linalg.yield %35 : f32
    } -> tensor<4x512xf32>
    return %29, %32, %34 : tensor<4x128xf32>, tensor<4x128xf32>, tensor<4x512xf32>
  }
}

