// A group norm of one image as front ends write it.
#id = affine_map<(n, g, c, h) -> (n, g, c, h)>
#r = affine_map<(n, g, c, h) -> (n, g)>
#ch = affine_map<(n, g, c, h) -> (g, c)>
func.func @main(%x: tensor<1x4x8x4096xf16>, %gamma: tensor<4x8xf32>, %beta: tensor<4x8xf32>) -> tensor<1x4x8x4096xf16> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 32768.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  %sum = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<1x4x8x4096xf16>) outs(%i : tensor<1x4xf32>) {
  ^bb0(%a: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<1x4xf32>
  %mean = linalg.generic {indexing_maps = [affine_map<(n, g) -> (n, g)>, affine_map<(n, g) -> (n, g)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.divf %a, %n : f32
    linalg.yield %0 : f32
  } -> tensor<1x4xf32>
  %w = tensor.empty() : tensor<1x4x8x4096xf32>
  %d = linalg.generic {indexing_maps = [#id, #r, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<1x4x8x4096xf16>, tensor<1x4xf32>) outs(%w : tensor<1x4x8x4096xf32>) {
  ^bb0(%a: f16, %m: f32, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.subf %0, %m : f32
    linalg.yield %1 : f32
  } -> tensor<1x4x8x4096xf32>
  %sq = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d : tensor<1x4x8x4096xf32>) outs(%w : tensor<1x4x8x4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x8x4096xf32>
  %ss = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%sq : tensor<1x4x8x4096xf32>) outs(%i : tensor<1x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.addf %a, %o : f32
    linalg.yield %1 : f32
  } -> tensor<1x4xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(n, g) -> (n, g)>, affine_map<(n, g) -> (n, g)>], iterator_types = ["parallel", "parallel"]}
      ins(%ss : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.divf %a, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    linalg.yield %2 : f32
  } -> tensor<1x4xf32>
  %l = tensor.empty() : tensor<1x4x8x4096xf16>
  %y = linalg.generic {indexing_maps = [#id, #r, #ch, #ch, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d, %rs, %gamma, %beta : tensor<1x4x8x4096xf32>, tensor<1x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%l : tensor<1x4x8x4096xf16>) {
  ^bb0(%a: f32, %r: f32, %g: f32, %b: f32, %o: f16):
    %0 = arith.mulf %a, %r : f32
    %1 = arith.mulf %0, %g : f32
    %2 = arith.addf %1, %b : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<1x4x8x4096xf16>
  return %y : tensor<1x4x8x4096xf16>
}
