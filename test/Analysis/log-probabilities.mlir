// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s

// Log-probabilities made in one body, cut and compared with others: a rounding of
// theirs is a relative error of the probability.
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<64x128xf32>)
// CHECK: math.log
// CHECK: tensor.extract_slice %{{.*}} : tensor<64x128xf32> to tensor<63x128xf32>
#m = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>, %ref: tensor<63x128xf32>) -> tensor<63xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %z1 = arith.constant dense<0.0> : tensor<64xf32>
  %zr = arith.constant dense<0.0> : tensor<63xf32>
  %inf = arith.constant dense<0xFF800000> : tensor<64xf32>
  %e = tensor.empty() : tensor<64x128xf32>
  %z = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x128xf32>) outs(%zero : tensor<64x128xf32>) -> tensor<64x128xf32>
  %max = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<64x128xf32>) outs(%inf : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.maximumf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#m, #r, #r], iterator_types = ["parallel", "reduction"]} ins(%z, %max : tensor<64x128xf32>, tensor<64xf32>) outs(%z1 : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.subf %a, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64xf32>
  %lp = linalg.generic {indexing_maps = [#m, #r, #r, #m], iterator_types = ["parallel", "parallel"]} ins(%z, %max, %sum : tensor<64x128xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64x128xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %1 = math.log %c : f32
    %2 = arith.subf %a, %b : f32
    %3 = arith.subf %2, %1 : f32
    linalg.yield %3 : f32
  } -> tensor<64x128xf32>
  %cut = tensor.extract_slice %lp[0, 0] [63, 128] [1, 1] : tensor<64x128xf32> to tensor<63x128xf32>
  %kl = linalg.generic {indexing_maps = [#m, #m, #r], iterator_types = ["parallel", "reduction"]} ins(%cut, %ref : tensor<63x128xf32>, tensor<63x128xf32>) outs(%zr : tensor<63xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.subf %a, %b : f32
    %2 = math.exp %a : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.addf %o, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<63xf32>
  return %kl : tensor<63xf32>
}
