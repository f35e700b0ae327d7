#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<7x33xf32>, %y: tensor<7x33xf32>) -> (tensor<7x33xf32>, tensor<5x33xf32>, tensor<7x33xi1>) {
  %m = arith.constant dense<[[false, true, true, false, false, true, true, true, true, true, false, true, false, false, false, true, true, false, true, false, true, true, false, true, true, false, true, true, true, true, false, true, true], [false, true, true, false, false, false, false, false, false, true, true, false, false, false, true, true, true, true, true, false, false, true, true, true, true, false, true, false, false, true, false, true, true], [true, false, true, true, false, true, true, true, true, false, true, true, false, false, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false, false, false, true, true], [false, true, false, true, false, true, false, true, true, true, true, true, false, true, false, false, true, false, false, false, true, true, true, false, true, true, false, false, false, false, true, false, false], [false, false, true, false, false, true, true, false, false, true, false, true, true, true, true, false, true, true, true, false, true, true, true, false, false, false, false, false, false, true, false, true, false], [false, false, false, false, true, false, false, false, true, false, false, true, false, true, false, true, true, false, false, false, true, false, false, false, true, true, false, false, false, false, false, false, true], [false, true, true, false, true, false, false, true, true, true, false, false, false, true, false, false, true, false, true, true, true, false, false, false, false, false, true, false, false, true, true, true, true]]> : tensor<7x33xi1>
  %i = arith.constant dense<[1, 3, 1, 1, 1]> : tensor<5xindex>
  %b = arith.constant dense<[59, 58, 5, 4, 70, -41, 88, 91, -21, 50, -86, 96, 11, -76, -81, 99, 13, 45, 95, 22, -93, -12, -70, 91, -51, 78, 80, -92, -65, -64, -71, -100, -86]> : tensor<33xi8>
  %e = tensor.empty() : tensor<7x33xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %x, %y, %b : tensor<7x33xi1>, tensor<7x33xf32>, tensor<7x33xf32>, tensor<33xi8>) outs(%e : tensor<7x33xf32>) {
  ^bb0(%c: i1, %p: f32, %q: f32, %k: i8, %o: f32):
    %s = arith.select %c, %p, %q : f32
    %f = arith.sitofp %k : i8 to f32
    %t = arith.addf %s, %f : f32
    linalg.yield %t : f32
  } -> tensor<7x33xf32>
  %e5 = tensor.empty() : tensor<5x33xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<5xindex>) outs(%e5 : tensor<5x33xf32>) {
  ^bb0(%k: index, %o: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %0[%k, %j] : tensor<7x33xf32>
    linalg.yield %v : f32
  } -> tensor<5x33xf32>
  %eb = tensor.empty() : tensor<7x33xi1>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<7x33xf32>, tensor<7x33xf32>) outs(%eb : tensor<7x33xi1>) {
  ^bb0(%p: f32, %q: f32, %o: i1):
    %c = arith.cmpf olt, %p, %q : f32
    linalg.yield %c : i1
  } -> tensor<7x33xi1>
  return %0, %1, %2 : tensor<7x33xf32>, tensor<5x33xf32>, tensor<7x33xi1>
}
