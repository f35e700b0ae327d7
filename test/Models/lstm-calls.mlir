// Cut from lstm_scf_for_calls_b4_t16 by utils/make-small-models.py.
// The same with calls: callee and call agree.
// RUN: %python %amp_src/utils/check-mixed.py %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: call @cell

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func private @cell(%arg0: tensor<512x64xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512x128xf32>, %arg3: tensor<512xf32>, %arg4: tensor<4x64xf32>, %arg5: tensor<4x128xf32>, %arg6: tensor<4x128xf32>) -> (tensor<4x128xf32>, tensor<4x128xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x512xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<512x64xf32>) outs(%0 : tensor<64x512xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<4x512xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %3 = linalg.matmul ins(%arg4, %transposed : tensor<4x64xf32>, tensor<64x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.addf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x512xf32>
    %5 = tensor.empty() : tensor<128x512xf32>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<512x128xf32>) outs(%5 : tensor<128x512xf32>) permutation = [1, 0] 
    %6 = linalg.matmul ins(%arg5, %transposed_1 : tensor<4x128xf32>, tensor<128x512xf32>) outs(%2 : tensor<4x512xf32>) -> tensor<4x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg3 : tensor<4x512xf32>, tensor<512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.addf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x512xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %7 : tensor<4x512xf32>, tensor<4x512xf32>) outs(%1 : tensor<4x512xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.addf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x512xf32>
    %extracted_slice = tensor.extract_slice %8[0, 0] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_2 = tensor.extract_slice %8[0, 128] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_3 = tensor.extract_slice %8[0, 256] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %extracted_slice_4 = tensor.extract_slice %8[0, 384] [4, 128] [1, 1] : tensor<4x512xf32> to tensor<4x128xf32>
    %9 = tensor.empty() : tensor<4x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %arg6 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.mulf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x128xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.tanh %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.mulf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %14 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.addf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<4x128xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.tanh %in : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %17 : tensor<4x128xf32>, tensor<4x128xf32>) outs(%9 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %19 = arith.mulf %in, %in_5 : f32
      linalg.yield %19 : f32
    } -> tensor<4x128xf32>
    return %18, %15 : tensor<4x128xf32>, tensor<4x128xf32>
  }
  func.func private @head(%arg0: tensor<10x128xf32>, %arg1: tensor<10xf32>, %arg2: tensor<4x128xf32>) -> tensor<4x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x10xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<10x128xf32>) outs(%0 : tensor<128x10xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<4x10xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %3 = linalg.matmul ins(%arg2, %transposed : tensor<4x128xf32>, tensor<128x10xf32>) outs(%2 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1 : tensor<4x10xf32>, tensor<10xf32>) outs(%1 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<4x10xf32>
    return %4 : tensor<4x10xf32>
  }
  func.func @main(%arg0: tensor<512x64xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512x128xf32>, %arg3: tensor<512xf32>, %arg4: tensor<10x128xf32>, %arg5: tensor<10xf32>, %arg6: tensor<4x16x64xf32>) -> tensor<4x10xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x128xf32>) -> tensor<4x128xf32>
    %2:2 = scf.for %arg7 = %c0 to %c16 step %c1 iter_args(%arg8 = %1, %arg9 = %1) -> (tensor<4x128xf32>, tensor<4x128xf32>) {
      %extracted_slice = tensor.extract_slice %arg6[0, %arg7, 0] [4, 1, 64] [1, 1, 1] : tensor<4x16x64xf32> to tensor<4x64xf32>
      %4:2 = func.call @cell(%arg0, %arg1, %arg2, %arg3, %extracted_slice, %arg8, %arg9) : (tensor<512x64xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<512xf32>, tensor<4x64xf32>, tensor<4x128xf32>, tensor<4x128xf32>) -> (tensor<4x128xf32>, tensor<4x128xf32>)
      scf.yield %4#0, %4#1 : tensor<4x128xf32>, tensor<4x128xf32>
    }
    %3 = call @head(%arg4, %arg5, %2#0) : (tensor<10x128xf32>, tensor<10xf32>, tensor<4x128xf32>) -> tensor<4x10xf32>
    return %3 : tensor<4x10xf32>
  }
}

