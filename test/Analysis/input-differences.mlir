// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s

// A forecast that is as large as the inputs it began with, less what came: the
// sum is kept for the difference, and other products read it low.
// CHECK-LABEL: func.func @residual
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: %[[LOW:.*]] = arith.truncf %[[SUM]]
// CHECK: arith.subf %[[SUM]], %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins(%[[LOW]]
func.func @residual(%x: tensor<64x64xf32>, %h: tensor<64x64xf32>, %w: tensor<64x64xf32>, %target: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = arith.addf %x, %p : tensor<64x64xf32>
  %e = arith.subf %y, %target : tensor<64x64xf32>
  %q = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %e, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// So is one that begins with a constant beyond the order of data.
// CHECK-LABEL: func.func @offset
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %[[SUM]], %{{.*}} : tensor<64x64xf32>
func.func @offset(%h: tensor<64x64xf32>, %w: tensor<64x64xf32>, %target: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %mean = arith.constant dense<1000.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = arith.addf %p, %mean : tensor<64x64xf32>
  %e = arith.subf %y, %target : tensor<64x64xf32>
  %q = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %e, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// A parameter that is spread over the data is no such input, and a constant of
// that order begins no such sum.
// CHECK-LABEL: func.func @parameter
// CHECK: arith.addf %{{.*}} : tensor<64x64xbf16>
func.func @parameter(%h: tensor<64x64xf32>, %w: tensor<64x64xf32>, %mean: tensor<64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = arith.addf %p, %one : tensor<64x64xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%y, %mean : tensor<64x64xf32>, tensor<64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %q = linalg.matmul ins(%e, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
