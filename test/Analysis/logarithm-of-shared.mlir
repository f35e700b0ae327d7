// What a logarithm is taken of stays f32 where others read it, too: so does
// what it is made of. Rounded, an exponential of -18 is zero in f16.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func @probabilities
// CHECK: linalg.matmul
// CHECK: arith.subf
// CHECK: %[[E:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%[[E]], %{{.*}} : tensor<64x64xf32>, tensor<64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.divf
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @probabilities(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %eps = arith.constant 1.0e-10 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %v = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %leasts = linalg.fill ins(%least : f32) outs(%v : tensor<64xf32>) -> tensor<64xf32>
  %x = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<64x64xf32>) outs(%leasts : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %max : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %s = arith.subf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%d : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.exp %in : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%exp : tensor<64x64xf32>) outs(%zeros : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%exp, %sum : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %q = arith.divf %in, %s : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %in, %eps : f32
    linalg.yield %m : f32
  } -> tensor<64x64xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%c : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %y = math.log %in : f32
    linalg.yield %y : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%p, %b : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l, %r : tensor<64x64xf32>, tensor<64x64xf32>
}
