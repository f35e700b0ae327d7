#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @generated(%arg0: i1, %arg1: tensor<1x64x8x8xf32>, %arg2: tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<1x64x8x8xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst : tensor<1x64x8x8xf32>) outs(%arg1 : tensor<1x64x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.mulf %in, %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x64x8x8xf32>
    %1 = arith.truncf %0 fastmath<contract> : tensor<1x64x8x8xf32> to tensor<1x64x8x8xbf16>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<1x64x8x8xbf16>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %2 = scf.for %arg3 = %c0 to %c4 step %c1 iter_args(%arg4 = %cst_0) -> (tensor<1x64x8x8xbf16>) {
      %8 = scf.if %arg0 -> (tensor<1x64x8x8xbf16>) {
        scf.yield %1 : tensor<1x64x8x8xbf16>
      } else {
        %collapsed_4 = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<1x64x8x8xf32> into tensor<4096xf32>
        %cst_5 = arith.constant dense<1.000000e+00> : tensor<2x4096xf32>
        %broadcasted = linalg.broadcast ins(%collapsed_4 : tensor<4096xf32>) outs(%cst_5 : tensor<2x4096xf32>) dimensions = [0] 
        %collapsed_6 = tensor.collapse_shape %broadcasted [[0, 1]] : tensor<2x4096xf32> into tensor<8192xf32>
        %extracted_slice = tensor.extract_slice %collapsed_6[0] [6400] [1] : tensor<8192xf32> to tensor<6400xf32>
        %expanded_7 = tensor.expand_shape %extracted_slice [[0, 1, 2, 3]] output_shape [1, 64, 10, 10] : tensor<6400xf32> into tensor<1x64x10x10xf32>
        %cst_8 = arith.constant dense<1.000000e+00> : tensor<3x3xf32>
        %9 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded_7, %cst_8 : tensor<1x64x10x10xf32>, tensor<3x3xf32>) outs(%arg2 : tensor<1x64x8x8xf32>) -> tensor<1x64x8x8xf32>
        scf.yield %cst_0 : tensor<1x64x8x8xbf16>
      }
      scf.yield %arg4 : tensor<1x64x8x8xbf16>
    }
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<1x64x64xbf16>
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<1x64x8x8xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<1x64x8x8xf32> into tensor<4096xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1, 2, 3]] output_shape [1, 8, 8, 64] : tensor<4096xf32> into tensor<1x8x8x64xf32>
    %3 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %4 = tosa.avg_pool2d %expanded, %3, %3 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x64xf32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<1x64x64xbf16>
    %5 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
    %6 = tosa.matmul %cst_3, %cst_1, %5, %5 : (tensor<1x64x64xbf16>, tensor<1x64x64xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x64x64xf32>
    %7 = arith.truncf %6 fastmath<contract> : tensor<1x64x64xf32> to tensor<1x64x64xbf16>
    return %cst_2 : tensor<1x64x8x8xf32>
  }
}

