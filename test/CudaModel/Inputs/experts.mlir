// A mixture of experts with gathered weights, as importers write it: a token by the
// matrices that its router picked.
#row = affine_map<(t, n, k) -> (t)>
#full = affine_map<(t, n, k) -> (t, n, k)>
func.func @main(%x: tensor<48x64xf32>, %picks: tensor<48xi64>, %up: tensor<3x96x64xf32>, %down: tensor<3x96x32xf32>)
    -> (tensor<48x96xf32>, tensor<48x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i64
  %experts = arith.constant 3 : i64
  %eg = tensor.empty() : tensor<48x96x64xf32>
  %gathered = linalg.generic {indexing_maps = [#row, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%picks : tensor<48xi64>) outs(%eg : tensor<48x96x64xf32>) {
  ^bb0(%i: i64, %o: f32):
    %negative = arith.cmpi slt, %i, %none : i64
    %wrapped = arith.addi %i, %experts : i64
    %chosen = arith.select %negative, %wrapped, %i : i64
    %at = arith.index_cast %chosen : i64 to index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %w = tensor.extract %up[%at, %n, %k] : tensor<3x96x64xf32>
    linalg.yield %w : f32
  } -> tensor<48x96x64xf32>
  %column = tensor.expand_shape %x [[0], [1, 2]] output_shape [48, 64, 1] : tensor<48x64xf32> into tensor<48x64x1xf32>
  %e0 = tensor.empty() : tensor<48x96x1xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<48x96x1xf32>) -> tensor<48x96x1xf32>
  %p = linalg.batch_matmul ins(%gathered, %column : tensor<48x96x64xf32>, tensor<48x64x1xf32>) outs(%f0 : tensor<48x96x1xf32>) -> tensor<48x96x1xf32>
  %hidden = tensor.collapse_shape %p [[0], [1, 2]] : tensor<48x96x1xf32> into tensor<48x96xf32>
  %eh = tensor.empty() : tensor<48x96xf32>
  %active = linalg.generic {indexing_maps = [affine_map<(t, n) -> (t, n)>, affine_map<(t, n) -> (t, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%hidden : tensor<48x96xf32>) outs(%eh : tensor<48x96xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<48x96xf32>
  // The second weights lie along the result, and their rows come last.
  %ed = tensor.empty() : tensor<96x32x48xf32>
  %turned = linalg.generic {indexing_maps = [affine_map<(k, n, t) -> (t)>, affine_map<(k, n, t) -> (k, n, t)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%picks : tensor<48xi64>) outs(%ed : tensor<96x32x48xf32>) {
  ^bb0(%i: i64, %o: f32):
    %at = arith.index_cast %i : i64 to index
    %k = linalg.index 0 : index
    %n = linalg.index 1 : index
    %w = tensor.extract %down[%at, %k, %n] : tensor<3x96x32xf32>
    linalg.yield %w : f32
  } -> tensor<96x32x48xf32>
  %e1 = tensor.empty() : tensor<48x32xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<48x32xf32>) -> tensor<48x32xf32>
  %out = linalg.generic {indexing_maps = [affine_map<(t, n, k) -> (t, k)>, affine_map<(t, n, k) -> (k, n, t)>, affine_map<(t, n, k) -> (t, n)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%active, %turned : tensor<48x96xf32>, tensor<96x32x48xf32>) outs(%f1 : tensor<48x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<48x32xf32>
  return %hidden, %out : tensor<48x96xf32>, tensor<48x32xf32>
}
