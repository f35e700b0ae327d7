// The rule for numbers that f16 has as subnormals alone asked whether anything
// multiplies, which only a body did that has nothing in f32 the second time.
// RUN: amp-opt --amp-autocast='f16 fold-weights=false' %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: amp-opt --amp-autocast='f16 fold-weights=false' %t.mlir | diff %t.mlir -

// CHECK-LABEL: @private1(
// CHECK: arith.subf {{.*}} : tensor<2x8x4xf32>

module {
  func.func private @private0(%arg0: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<2x8x4xf32>, tensor<2x8x4xf32>) outs(%arg0 : tensor<2x8x4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = linalg.index 0 : index
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.sitofp %2 : i32 to f32
      %4 = arith.mulf %3, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<2x8x4xf32>
    return %cst : tensor<2x8x4xf32>
  }
  func.func private @private1(%arg0: tensor<2x8x4xf32>, %arg1: i1) -> tensor<2x8x4xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<2x8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst : tensor<2x8x4xf32>) outs(%cst_0 : tensor<2x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_1 = arith.constant 1.000000e-05 : f64
      %2 = arith.truncf %cst_1 : f64 to f32
      linalg.yield %2 : f32
    } -> tensor<2x8x4xf32>
    %1 = arith.subf %0, %arg0 : tensor<2x8x4xf32>
    return %0 : tensor<2x8x4xf32>
  }
  func.func @main(%arg0: i1, %arg1: tensor<4x4xf32>, %arg2: tensor<8x8xf32>) -> tensor<2x4x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg3 = %c0 to %c4 step %c1 iter_args(%arg4 = %arg1) -> (tensor<4x4xf32>) {
      %cst_1 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
      %cst_2 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
      %3:2 = scf.for %arg5 = %c0 to %c4 step %c1 iter_args(%arg6 = %cst_1, %arg7 = %arg2) -> (tensor<4x4xf32>, tensor<8x8xf32>) {
        %cst_3 = arith.constant dense<1.000000e+00> : tensor<4x4xf32>
        %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cst_2, %arg6 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%cst_3 : tensor<4x4xf32>) {
        ^bb0(%in: f32, %in_4: f32, %out: f32):
          %5 = arith.mulf %in, %in_4 : f32
          %6 = arith.addf %out, %5 : f32
          linalg.yield %6 : f32
        } -> tensor<4x4xf32>
        scf.yield %arg1, %arg7 : tensor<4x4xf32>, tensor<8x8xf32>
      }
      scf.yield %cst_2 : tensor<4x4xf32>
    }
    %cst = arith.constant dense<1.000000e-01> : tensor<2x8x4xf32>
    %1 = call @private1(%cst, %arg0) : (tensor<2x8x4xf32>, i1) -> tensor<2x8x4xf32>
    %cst_0 = arith.constant dense<1.000000e-01> : tensor<2x4x4xf32>
    %2 = linalg.batch_matmul ins(%1, %cst_0 : tensor<2x8x4xf32>, tensor<2x4x4xf32>) outs(%1 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    return %cst_0 : tensor<2x4x4xf32>
  }
}
