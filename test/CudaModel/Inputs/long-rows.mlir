#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<3x40000xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3x40000xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x40000xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %c = arith.constant 1.0e-4 : f32
    %g = arith.mulf %f, %c : f32
    %m = arith.mulf %g, %in : f32
    %a = arith.addf %out, %m : f32
    linalg.yield %a : f32
  } -> tensor<3xf32>
  %e2 = tensor.empty() : tensor<3x40000xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %0 : tensor<3x40000xf32>, tensor<3xf32>) outs(%e2 : tensor<3x40000xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %d = arith.subf %in, %m : f32
    linalg.yield %d : f32
  } -> tensor<3x40000xf32>
  return %0, %1 : tensor<3xf32>, tensor<3x40000xf32>
}
