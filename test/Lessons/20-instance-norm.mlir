// Instance norm overflowed in its variance and mean: a norm written out in small
// ops is recognised, its squares and sums stay f32 (tensorflow issue 47156).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @instance_norm
// CHECK: %[[X:.*]] = linalg.conv_2d_nchw_fchw
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64xf32>)
// CHECK: arith.addf %{{.*}} : f32
// The square is f32 even between two generics.
// CHECK: arith.mulf %[[D:.*]], %[[D]] : f32
// CHECK: } -> tensor<1x64x56x56xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x64x56x56xf32>) outs(%{{.*}} : tensor<1x64xf32>)
// CHECK: math.rsqrt %{{.*}} : f32
// The normalised data is low again.
// CHECK: linalg.conv_2d_nchw_fchw{{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x64x56x56x[[T]]>, tensor<64x64x1x1x[[T]]>)
func.func @instance_norm(%x: tensor<1x64x56x56xf32>, %w: tensor<64x64x1x1xf32>, %c: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 3136.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %e = tensor.empty() : tensor<1x64x56x56xf32>
  %e1 = tensor.empty() : tensor<1x64xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x64xf32>) -> tensor<1x64xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%c : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%0 : tensor<1x64x56x56xf32>) outs(%f1 : tensor<1x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<1x64xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %s : tensor<1x64x56x56xf32>, tensor<1x64xf32>) outs(%e : tensor<1x64x56x56xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %n : f32
    %a = arith.subf %in, %m : f32
    linalg.yield %a : f32
  } -> tensor<1x64x56x56xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d : tensor<1x64x56x56xf32>) outs(%e : tensor<1x64x56x56xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.mulf %in, %in : f32
    linalg.yield %a : f32
  } -> tensor<1x64x56x56xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%q : tensor<1x64x56x56xf32>) outs(%f1 : tensor<1x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<1x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d, %v : tensor<1x64x56x56xf32>, tensor<1x64xf32>) outs(%e : tensor<1x64x56x56xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %n : f32
    %p = arith.addf %m, %eps : f32
    %t = math.rsqrt %p : f32
    %a = arith.mulf %in, %t : f32
    linalg.yield %a : f32
  } -> tensor<1x64x56x56xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%r, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>) outs(%c : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %1 : tensor<1x64x56x56xf32>
}
