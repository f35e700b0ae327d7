// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 report=-" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// The steps and rates of a diffusion model's time embedding: rounded, they turn an
// angle of 400 radians by a fifth of one. All that makes the angle stays f32; the
// sine and cosine may be rounded.
// CHECK-LABEL: @time
// CHECK: arith.sitofp
// CHECK-NOT: arith.truncf
// CHECK: math.exp
// CHECK-NOT: arith.truncf
// CHECK: math.sin
// CHECK: arith.truncf
// REPORT: angle-chain
#row = affine_map<(d0) -> (d0)>
#full = affine_map<(d0, d1) -> (d0, d1)>
#left = affine_map<(d0, d1) -> (d0)>
#right = affine_map<(d0, d1) -> (d1)>
func.func @time(%step: tensor<2xi64>, %exponent: tensor<64xf32>, %w: tensor<64x64xf32>, %c: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %steps = tensor.empty() : tensor<2xf32>
  %rates = tensor.empty() : tensor<64xf32>
  %empty = tensor.empty() : tensor<2x64xf32>
  %0 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%step : tensor<2xi64>) outs(%steps : tensor<2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %float = arith.sitofp %in : i64 to f32
    linalg.yield %float : f32
  } -> tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%exponent : tensor<64xf32>) outs(%rates : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %exp = math.exp %in : f32
    linalg.yield %exp : f32
  } -> tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [#left, #right, #full], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<2xf32>, tensor<64xf32>) outs(%empty : tensor<2x64xf32>) {
  ^bb0(%in: f32, %rate: f32, %out: f32):
    %angle = arith.mulf %in, %rate : f32
    linalg.yield %angle : f32
  } -> tensor<2x64xf32>
  %3 = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<2x64xf32>) outs(%empty : tensor<2x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sine = math.sin %in : f32
    linalg.yield %sine : f32
  } -> tensor<2x64xf32>
  %4 = linalg.matmul ins(%3, %w : tensor<2x64xf32>, tensor<64x64xf32>) outs(%c : tensor<2x64xf32>) -> tensor<2x64xf32>
  return %4 : tensor<2x64xf32>
}

// Angles as a product of positions and rates (rotary embeddings): it stays f32, too.
// CHECK-LABEL: @rotary
// CHECK: linalg.batch_matmul {{.*}}tensor<1x32x16xf32>, tensor<1x16x64xf32>) outs
// CHECK: math.cos
// CHECK: linalg.matmul {{.*}}xf16>
#cube = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @rotary(%rates: tensor<1x32x16xf32>, %places: tensor<1x16x64xf32>, %c: tensor<1x32x64xf32>,
                  %w: tensor<64x64xf32>, %d: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = linalg.batch_matmul ins(%rates, %places : tensor<1x32x16xf32>, tensor<1x16x64xf32>)
      outs(%c : tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %empty = tensor.empty() : tensor<1x32x64xf32>
  %1 = linalg.generic {indexing_maps = [#cube, #cube], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x32x64xf32>) outs(%empty : tensor<1x32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %cosine = math.cos %in : f32
    linalg.yield %cosine : f32
  } -> tensor<1x32x64xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<32x64xf32>, tensor<64x64xf32>) outs(%d : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %3 : tensor<32x64xf32>
}
