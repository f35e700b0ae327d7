// Norms between convolutions: of groups (through reshapes), of instances, of a batch.
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#nc = affine_map<(n, c, h, w) -> (n, c)>
#c = affine_map<(n, c, h, w) -> (c)>
#row = affine_map<(r, e) -> (r, e)>
#r = affine_map<(r, e) -> (r)>
func.func private @conv(%x: tensor<2x64x16x16xf32>, %w: tensor<64x64x3x3xf32>) -> tensor<2x64x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %zero : f32
  } : tensor<2x64x16x16xf32> to tensor<2x64x18x18xf32>
  %e = tensor.empty() : tensor<2x64x16x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<2x64x18x18xf32>, tensor<64x64x3x3xf32>)
      outs(%i : tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
  return %0 : tensor<2x64x16x16xf32>
}

// Sum in f32 and squared distances in f64, as torch's decomposition has it.
func.func private @group(%x: tensor<2x64x16x16xf32>, %gamma: tensor<64xf32>) -> tensor<2x64x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %zero64 = arith.constant 0.0 : f64
  %count = arith.constant 2048.0 : f32
  %count64 = arith.constant 2048.0 : f64
  %eps = arith.constant 1.0e-5 : f32
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<2x64x16x16xf32> into tensor<32768xf32>
  %g = tensor.expand_shape %flat [[0, 1]] output_shape [16, 2048] : tensor<32768xf32> into tensor<16x2048xf32>
  %er = tensor.empty() : tensor<16xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [#row, #r], iterator_types = ["parallel", "reduction"]}
      ins(%g : tensor<16x2048xf32>) outs(%fr : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %ew = tensor.empty() : tensor<16x2048xf64>
  %wide = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%g : tensor<16x2048xf32>) outs(%ew : tensor<16x2048xf64>) {
  ^bb0(%a: f32, %o: f64):
    %0 = arith.extf %a : f32 to f64
    linalg.yield %0 : f64
  } -> tensor<16x2048xf64>
  %er64 = tensor.empty() : tensor<16xf64>
  %fr64 = linalg.fill ins(%zero64 : f64) outs(%er64 : tensor<16xf64>) -> tensor<16xf64>
  %sum64 = linalg.generic {indexing_maps = [#row, #r], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<16x2048xf64>) outs(%fr64 : tensor<16xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.addf %a, %o : f64
    linalg.yield %0 : f64
  } -> tensor<16xf64>
  %squares = linalg.generic {indexing_maps = [#row, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%wide, %sum64 : tensor<16x2048xf64>, tensor<16xf64>) outs(%fr64 : tensor<16xf64>) {
  ^bb0(%a: f64, %s: f64, %o: f64):
    %0 = arith.divf %s, %count64 : f64
    %1 = arith.subf %a, %0 : f64
    %2 = arith.mulf %1, %1 : f64
    %3 = arith.addf %2, %o : f64
    linalg.yield %3 : f64
  } -> tensor<16xf64>
  %eg = tensor.empty() : tensor<16x2048xf32>
  %n = linalg.generic {indexing_maps = [#row, #r, #r, #row], iterator_types = ["parallel", "parallel"]}
      ins(%g, %sum, %squares : tensor<16x2048xf32>, tensor<16xf32>, tensor<16xf64>) outs(%eg : tensor<16x2048xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f64, %o: f32):
    %0 = arith.divf %q, %count64 : f64
    %1 = arith.truncf %0 : f64 to f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.divf %s, %count : f32
    %5 = arith.subf %a, %4 : f32
    %6 = arith.mulf %5, %3 : f32
    linalg.yield %6 : f32
  } -> tensor<16x2048xf32>
  %back = tensor.collapse_shape %n [[0, 1]] : tensor<16x2048xf32> into tensor<32768xf32>
  %image = tensor.expand_shape %back [[0, 1, 2, 3]] output_shape [2, 64, 16, 16] : tensor<32768xf32> into tensor<2x64x16x16xf32>
  %e = tensor.empty() : tensor<2x64x16x16xf32>
  %out = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%image, %gamma : tensor<2x64x16x16xf32>, tensor<64xf32>) outs(%e : tensor<2x64x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<2x64x16x16xf32>
  return %out : tensor<2x64x16x16xf32>
}

func.func private @instance(%x: tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 256.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %er = tensor.empty() : tensor<2x64xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x64xf32>) -> tensor<2x64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #nc], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x64x16x16xf32>) outs(%fr : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2x64xf32>
  %e = tensor.empty() : tensor<2x64x16x16xf32>
  %d = linalg.generic {indexing_maps = [#id, #nc, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<2x64x16x16xf32>, tensor<2x64xf32>) outs(%e : tensor<2x64x16x16xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.subf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x64x16x16xf32>
  %squares = linalg.generic {indexing_maps = [#id, #nc], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%d : tensor<2x64x16x16xf32>) outs(%fr : tensor<2x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<2x64xf32>
  %out = linalg.generic {indexing_maps = [#id, #nc, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d, %squares : tensor<2x64x16x16xf32>, tensor<2x64xf32>) outs(%e : tensor<2x64x16x16xf32>) {
  ^bb0(%a: f32, %q: f32, %o: f32):
    %0 = arith.divf %q, %count : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = math.tanh %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x64x16x16xf32>
  return %out : tensor<2x64x16x16xf32>
}

func.func private @batch(%x: tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 512.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %er = tensor.empty() : tensor<64xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #c], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x64x16x16xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %squares = linalg.generic {indexing_maps = [#id, #c, #c], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%x, %sum : tensor<2x64x16x16xf32>, tensor<64xf32>) outs(%fr : tensor<64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.subf %a, %0 : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.addf %2, %o : f32
    linalg.yield %3 : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<2x64x16x16xf32>
  %out = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sum, %squares : tensor<2x64x16x16xf32>, tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<2x64x16x16xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32, %o: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.subf %a, %0 : f32
    %2 = arith.divf %q, %count : f32
    %3 = arith.addf %2, %eps : f32
    %4 = math.rsqrt %3 : f32
    %5 = arith.mulf %1, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<2x64x16x16xf32>
  return %out : tensor<2x64x16x16xf32>
}

func.func @main(%x: tensor<2x64x16x16xf32>, %w0: tensor<64x64x3x3xf32>, %w1: tensor<64x64x3x3xf32>,
                %w2: tensor<64x64x3x3xf32>, %w3: tensor<64x64x3x3xf32>, %gamma: tensor<64xf32>) -> tensor<2x64x16x16xf32> {
  %c0 = call @conv(%x, %w0) : (tensor<2x64x16x16xf32>, tensor<64x64x3x3xf32>) -> tensor<2x64x16x16xf32>
  %n0 = call @group(%c0, %gamma) : (tensor<2x64x16x16xf32>, tensor<64xf32>) -> tensor<2x64x16x16xf32>
  %c1 = call @conv(%n0, %w1) : (tensor<2x64x16x16xf32>, tensor<64x64x3x3xf32>) -> tensor<2x64x16x16xf32>
  %n1 = call @instance(%c1) : (tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
  %c2 = call @conv(%n1, %w2) : (tensor<2x64x16x16xf32>, tensor<64x64x3x3xf32>) -> tensor<2x64x16x16xf32>
  %n2 = call @batch(%c2) : (tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
  %c3 = call @conv(%n2, %w3) : (tensor<2x64x16x16xf32>, tensor<64x64x3x3xf32>) -> tensor<2x64x16x16xf32>
  return %c3 : tensor<2x64x16x16xf32>
}
