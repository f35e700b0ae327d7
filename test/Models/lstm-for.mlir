// Cut from lstm_scf_for_b4_t16 by utils/make-small-models.py.
// An LSTM as scf.for: what the loop carries has one type on every path.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: scf.for {{.*}} -> (tensor<4x128xf16>, tensor<4x128xf32>)
// CHECK: linalg.matmul ins({{.*}}xf16>, tensor<{{.*}}xf16>) outs({{.*}}xf32>)

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<512x64xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512x128xf32>, %arg3: tensor<512xf32>, %arg4: tensor<10x128xf32>, %arg5: tensor<10xf32>, %arg6: tensor<4x16x64xf32>) -> tensor<4x10xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x128xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<4x128xf32>) -> tensor<4x128xf32>
    %2:2 = scf.for %arg7 = %c0 to %c16 step %c1 iter_args(%arg8 = %1, %arg9 = %1) -> (tensor<4x128xf32>, tensor<4x128xf32>) {
      %extracted_slice = tensor.extract_slice %arg6[0, %arg7, 0] [4, 1, 64] [1, 1, 1] : tensor<4x16x64xf32> to tensor<4x64xf32>
      %8 = tensor.empty() : tensor<64x512xf32>
      %transposed_1 = linalg.transpose ins(%arg0 : tensor<512x64xf32>) outs(%8 : tensor<64x512xf32>) permutation = [1, 0] 
      %9 = tensor.empty() : tensor<4x512xf32>
      %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<4x512xf32>) -> tensor<4x512xf32>
      %11 = linalg.matmul ins(%extracted_slice, %transposed_1 : tensor<4x64xf32>, tensor<64x512xf32>) outs(%10 : tensor<4x512xf32>) -> tensor<4x512xf32>
      %12 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %arg1 : tensor<4x512xf32>, tensor<512xf32>) outs(%9 : tensor<4x512xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.addf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x512xf32>
      %13 = tensor.empty() : tensor<128x512xf32>
      %transposed_2 = linalg.transpose ins(%arg2 : tensor<512x128xf32>) outs(%13 : tensor<128x512xf32>) permutation = [1, 0] 
      %14 = linalg.matmul ins(%arg8, %transposed_2 : tensor<4x128xf32>, tensor<128x512xf32>) outs(%10 : tensor<4x512xf32>) -> tensor<4x512xf32>
      %15 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %arg3 : tensor<4x512xf32>, tensor<512xf32>) outs(%9 : tensor<4x512xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.addf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x512xf32>
      %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %15 : tensor<4x512xf32>, tensor<4x512xf32>) outs(%9 : tensor<4x512xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.addf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x512xf32>
      %extracted_slice_3 = tensor.extract_slice %16[0, 0] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
      %extracted_slice_4 = tensor.extract_slice %16[0, 128] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
      %extracted_slice_5 = tensor.extract_slice %16[0, 256] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
      %extracted_slice_6 = tensor.extract_slice %16[0, 384] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
      %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %26 = arith.negf %in : f32
        %27 = math.exp %26 : f32
        %28 = arith.addf %27, %cst : f32
        %29 = arith.divf %cst, %28 : f32
        linalg.yield %29 : f32
      } -> tensor<4x128xf32>
      %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %arg9 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.mulf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %26 = arith.negf %in : f32
        %27 = math.exp %26 : f32
        %28 = arith.addf %27, %cst : f32
        %29 = arith.divf %cst, %28 : f32
        linalg.yield %29 : f32
      } -> tensor<4x128xf32>
      %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5 : tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %26 = math.tanh %in : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %20 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.mulf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %21 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.addf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_6 : tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %26 = arith.negf %in : f32
        %27 = math.exp %26 : f32
        %28 = arith.addf %27, %cst : f32
        %29 = arith.divf %cst, %28 : f32
        linalg.yield %29 : f32
      } -> tensor<4x128xf32>
      %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %26 = math.tanh %in : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%0 : tensor<4x128xf32>) {
      ^bb0(%in: f32, %in_7: f32, %out: f32):
        %26 = arith.mulf %in, %in_7 : f32
        linalg.yield %26 : f32
      } -> tensor<4x128xf32>
      scf.yield %25, %22 : tensor<4x128xf32>, tensor<4x128xf32>
    }
    %3 = tensor.empty() : tensor<128x10xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<10x128xf32>) outs(%3 : tensor<128x10xf32>) permutation = [1, 0] 
    %4 = tensor.empty() : tensor<4x10xf32>
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %6 = linalg.matmul ins(%2#0, %transposed : tensor<4x128xf32>, tensor<128x10xf32>) outs(%5 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg5 : tensor<4x10xf32>, tensor<10xf32>) outs(%4 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %8 = arith.addf %in, %in_1 : f32
      linalg.yield %8 : f32
    } -> tensor<4x10xf32>
    return %7 : tensor<4x10xf32>
  }
}

