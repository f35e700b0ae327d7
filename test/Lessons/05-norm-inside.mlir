// The ops of a layer norm that arrive one by one do not round in between: what is
// made of data and a statistic stays f32 until the last op of the norm.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --linalg-fuse-elementwise-ops --amp-autocast=f16 | FileCheck %s --check-prefix=FUSED

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#col = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @norm
// CHECK: %[[X:.+]] = linalg.matmul
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: %[[D:.+]] = linalg.generic {{.*}} outs({{.*}} : tensor<64x64xf32>)
// CHECK: arith.subf
// CHECK: %[[N:.+]] = linalg.generic {{.*}} ins(%[[D]], %{{.*}} : tensor<64x64xf32>, tensor<64x1xf32>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: arith.mulf
// CHECK: %[[G:.+]] = linalg.generic {{.*}} ins(%[[N]], %{{.*}} : tensor<64x64xf32>, tensor<64xf32>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[G]], %{{.*}} : tensor<64x64xf32>, tensor<64xf32>) outs({{.*}} : tensor<64x64xf16>)
// CHECK: arith.addf
// CHECK: arith.truncf

// FUSED-LABEL: func.func @norm
// FUSED: arith.subf
// FUSED-NEXT: arith.mulf
// FUSED-NEXT: arith.mulf
// FUSED-NEXT: arith.addf
// FUSED-NEXT: arith.truncf
func.func @norm(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %gamma: tensor<64xf32>, %beta: tensor<64xf32>, %rstd: tensor<64x1xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %s = tensor.empty() : tensor<64x1xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%s : tensor<64x1xf32>) -> tensor<64x1xf32>
  %mean = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%i : tensor<64x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.addf %a, %out : f32
    linalg.yield %r : f32
  } -> tensor<64x1xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %mean : tensor<64x64xf32>, tensor<64x1xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %r = arith.subf %a, %m : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %n = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %rstd : tensor<64x64xf32>, tensor<64x1xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %r = arith.mulf %a, %m : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%n, %gamma : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %r = arith.mulf %a, %m : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %o = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%g, %beta : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %r = arith.addf %a, %m : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%o, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
