#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
module @jit_f {
  func.func public @main(%arg0: tensor<64x32xf32>, %arg1: tensor<32x32xf32>) -> tensor<64x32xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 8.000000e-01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<64x32xf32>
    %0 = scf.while (%arg2 = %cst_4, %arg3 = %cst_3) : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x32xf32> {
      %1 = tensor.empty() : tensor<i1>
      %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg3 : tensor<f32>) outs(%1 : tensor<i1>) {
      ^bb0(%in: f32, %out: i1):
        %3 = arith.cmpf ogt, %in, %cst_2 : f32
        linalg.yield %3 : i1
      } -> tensor<i1>
      %extracted = tensor.extract %2[] : tensor<i1>
      scf.condition(%extracted) %arg2 : tensor<64x32xf32>
    } do {
    ^bb0(%arg2: tensor<64x32xf32>):
      %1 = tensor.empty() : tensor<64x32xf32>
      %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : tensor<64x32xf32>) -> tensor<64x32xf32>
      %3 = linalg.matmul ins(%arg2, %arg1 : tensor<64x32xf32>, tensor<32x32xf32>) outs(%2 : tensor<64x32xf32>) -> tensor<64x32xf32>
      %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<64x32xf32>) outs(%1 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %12 = arith.mulf %in, %cst_0 : f32
        linalg.yield %12 : f32
      } -> tensor<64x32xf32>
      %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%1 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %12 = arith.addf %in, %in_5 : f32
        linalg.yield %12 : f32
      } -> tensor<64x32xf32>
      %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<64x32xf32>) outs(%1 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %lo = arith.constant -1.0 : f32
        %hi = arith.constant 1.0 : f32
        %mn = arith.minimumf %in, %hi : f32
        %12 = arith.maximumf %mn, %lo : f32
        linalg.yield %12 : f32
      } -> tensor<64x32xf32>
      %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %arg2 : tensor<64x32xf32>, tensor<64x32xf32>) outs(%1 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %12 = arith.subf %in, %in_5 : f32
        linalg.yield %12 : f32
      } -> tensor<64x32xf32>
      %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x32xf32>) outs(%1 : tensor<64x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        %12 = math.absf %in : f32
        linalg.yield %12 : f32
      } -> tensor<64x32xf32>
      %9 = tensor.empty() : tensor<f32>
      %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<f32>) -> tensor<f32>
      %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%8 : tensor<64x32xf32>) outs(%10 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %12 = arith.maximumf %out, %in : f32
        linalg.yield %12 : f32
      } -> tensor<f32>
      scf.yield %6, %11 : tensor<64x32xf32>, tensor<f32>
    }
    return %0 : tensor<64x32xf32>
  }
}

