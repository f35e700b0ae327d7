#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
func.func @main(%x: tensor<300x70xf32>) -> (tensor<70xf32>, tensor<70xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<70xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<70xf32>) -> tensor<70xf32>
  %0 = linalg.generic {indexing_maps = [#id, #none, #col], iterator_types = ["reduction", "parallel"]} ins(%x, %s : tensor<300x70xf32>, f32) outs(%z : tensor<70xf32>) {
  ^bb0(%in: f32, %t: f32, %out: f32):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %g = arith.mulf %f, %t : f32
    %m = arith.addf %g, %in : f32
    %a = arith.addf %out, %m : f32
    linalg.yield %a : f32
  } -> tensor<70xf32>
  %low = arith.constant 0xFF800000 : f32
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<70xf32>) -> tensor<70xf32>
  %1 = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<300x70xf32>) outs(%l : tensor<70xf32>) {
  ^bb0(%in: f32, %out: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %m = arith.addf %f, %in : f32
    %a = arith.maximumf %out, %m : f32
    linalg.yield %a : f32
  } -> tensor<70xf32>
  return %0, %1 : tensor<70xf32>, tensor<70xf32>
}
