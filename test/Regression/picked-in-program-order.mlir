// Which values two compared ones are picked from is looked for in program order,
// sixteen of them at most: by the addresses of what loops hand on, the same
// module had one of two results.
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s

// CHECK-COUNT-3: scf.for {{.*}} -> (tensor<64x64xf32>{{.*}}) {
func.func @generated(%arg0: tensor<4x8xf32>, %arg1: tensor<256x512xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %collapsed = tensor.collapse_shape %arg1 [[0, 1]] : tensor<256x512xf32> into tensor<131072xf32>
  %extracted_slice = tensor.extract_slice %collapsed[0] [4096] [1] : tensor<131072xf32> to tensor<4096xf32>
  %expanded = tensor.expand_shape %extracted_slice [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<128x4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x8xf32>) outs(%cst_0 : tensor<128x4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<128x4x8xf32>
  %collapsed_1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<128x4x8xf32> into tensor<4096xf32>
  %expanded_2 = tensor.expand_shape %collapsed_1 [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %1:2 = scf.for %arg2 = %c0 to %c8 step %c1 iter_args(%arg3 = %expanded, %arg4 = %expanded_2) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %3 = scf.for %arg5 = %c0 to %c64 step %c2 iter_args(%arg6 = %expanded) -> (tensor<64x64xf32>) {
      %4 = scf.for %arg7 = %c0 to %c64 step %c2 iter_args(%arg8 = %arg6) -> (tensor<64x64xf32>) {
        %cst_9 = arith.constant dense<1.000000e+00> : tensor<2x64xf32>
        %cst_10 = arith.constant dense<1.000000e+00> : tensor<64x2xf32>
        %cst_11 = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
        %5 = scf.for %arg9 = %c0 to %c2 step %c1 iter_args(%arg10 = %cst_11) -> (tensor<2x2xf32>) {
          %cst_12 = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
          %6 = scf.for %arg11 = %c0 to %c64 step %c3 iter_args(%arg12 = %arg10) -> (tensor<2x2xf32>) {
            %extracted_slice_13 = tensor.extract_slice %cst_9[0, %arg11] [2, %arg11] [1, 1] : tensor<2x64xf32> to tensor<2x?xf32>
            %extracted_slice_14 = tensor.extract_slice %cst_10[%arg11, %arg9] [%arg11, 1] [1, 1] : tensor<64x2xf32> to tensor<?x1xf32>
            %cst_15 = arith.constant dense<1.000000e+00> : tensor<2x1xf32>
            %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%extracted_slice_13, %extracted_slice_14 : tensor<2x?xf32>, tensor<?x1xf32>) outs(%cst_15 : tensor<2x1xf32>) {
            ^bb0(%in: f32, %in_17: f32, %out: f32):
              %8 = arith.mulf %in, %in_17 : f32
              %9 = arith.addf %out, %8 : f32
              linalg.yield %9 : f32
            } -> tensor<2x1xf32>
            %cst_16 = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
            scf.yield %cst_16 : tensor<2x2xf32>
          }
          scf.yield %cst_12 : tensor<2x2xf32>
        }
        %inserted_slice = tensor.insert_slice %5 into %arg8[%arg5, %arg7] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<64x64xf32>
        scf.yield %inserted_slice : tensor<64x64xf32>
      }
      scf.yield %4 : tensor<64x64xf32>
    }
    scf.yield %arg4, %3 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %collapsed_3 = tensor.collapse_shape %1#1 [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %extracted_slice_4 = tensor.extract_slice %collapsed_3[0] [1024] [1] : tensor<4096xf32> to tensor<1024xf32>
  %expanded_5 = tensor.expand_shape %extracted_slice_4 [[0, 1]] output_shape [16, 64] : tensor<1024xf32> into tensor<16x64xf32>
  %extracted_slice_6 = tensor.extract_slice %collapsed[0] [1024] [1] : tensor<131072xf32> to tensor<1024xf32>
  %expanded_7 = tensor.expand_shape %extracted_slice_6 [[0, 1]] output_shape [16, 64] : tensor<1024xf32> into tensor<16x64xf32>
  %cst_8 = arith.constant dense<true> : tensor<16x64xi1>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded_5, %expanded_7 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%cst_8 : tensor<16x64xi1>) {
  ^bb0(%in: f32, %in_9: f32, %out: i1):
    %3 = arith.cmpf oeq, %in, %in_9 : f32
    linalg.yield %3 : i1
  } -> tensor<16x64xi1>
  return %cst : f32
}
