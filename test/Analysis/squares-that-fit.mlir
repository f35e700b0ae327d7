// That a square fits says nothing of what its sum is taken from: a variance by
// the mean of squares keeps them f32 whether their range is known or not.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @variance(
// CHECK: math.tanh
// CHECK: %[[SQUARES:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<64x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK: linalg.reduce {{.*}}ins(%[[SQUARES]] : tensor<64x64xf32>)
func.func @variance(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %zs = arith.constant dense<0.0> : tensor<64xf32>
  %many = arith.constant dense<64.0> : tensor<64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.tanh %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %sum = linalg.reduce { arith.addf } ins(%t : tensor<64x64xf32>) outs(%zs : tensor<64xf32>) dimensions = [1]
  %sums = linalg.reduce { arith.addf } ins(%s : tensor<64x64xf32>) outs(%zs : tensor<64xf32>) dimensions = [1]
  %mean = arith.divf %sum, %many : tensor<64xf32>
  %means = arith.divf %sums, %many : tensor<64xf32>
  %mean2 = arith.mulf %mean, %mean : tensor<64xf32>
  %variance = arith.subf %means, %mean2 : tensor<64xf32>
  %r = linalg.matmul ins(%t, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %variance, %r : tensor<64xf32>, tensor<64x64xf32>
}
