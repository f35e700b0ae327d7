// Kernels that are no contractions: norms, reductions, windows, elementwise chains.
// benchmarks/gpu_cases.py runs them as whole modules.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func @softmax(%x: tensor<37x200xf16>) -> tensor<37x200xf16> {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %v = tensor.empty() : tensor<37xf32>
  %low = tensor.empty() : tensor<37x200xf16>
  %start = linalg.fill ins(%least : f32) outs(%v : tensor<37xf32>) -> tensor<37xf32>
  %none = linalg.fill ins(%zero : f32) outs(%v : tensor<37xf32>) -> tensor<37xf32>
  %wide = arith.extf %x : tensor<37x200xf16> to tensor<37x200xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<37x200xf32>) outs(%start : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<37xf32>
  %e = tensor.empty() : tensor<37x200xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%wide, %max : tensor<37x200xf32>, tensor<37xf32>) outs(%e : tensor<37x200xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %0 = arith.subf %a, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<37x200xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<37x200xf32>) outs(%none : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<37xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<37x200xf32>, tensor<37xf32>) outs(%low : tensor<37x200xf16>) {
  ^bb0(%a: f32, %s: f32, %o: f16):
    %0 = arith.divf %a, %s : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<37x200xf16>
  return %y : tensor<37x200xf16>
}

func.func @layer_norm(%x: tensor<19x192xf32>, %gamma: tensor<192xf32>, %beta: tensor<192xf32>) -> tensor<19x192xf32> {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.005208333333 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %v = tensor.empty() : tensor<19xf32>
  %e = tensor.empty() : tensor<19x192xf32>
  %none = linalg.fill ins(%zero : f32) outs(%v : tensor<19xf32>) -> tensor<19xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<19x192xf32>) outs(%none : tensor<19xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<19xf32>
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<19x192xf32>, tensor<19xf32>) outs(%e : tensor<19x192xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %0 = arith.mulf %s, %share : f32
    %1 = arith.subf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<19x192xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<19x192xf32>) outs(%none : tensor<19xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<19xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %squares, %gamma, %beta : tensor<19x192xf32>, tensor<19xf32>, tensor<192xf32>, tensor<192xf32>)
      outs(%e : tensor<19x192xf32>) {
  ^bb0(%a: f32, %s: f32, %g: f32, %b: f32, %o: f32):
    %0 = arith.mulf %s, %share : f32
    %1 = arith.addf %0, %epsilon : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<19x192xf32>
  return %y : tensor<19x192xf32>
}

func.func @max_pool(%x: tensor<2x13x15x15xf16>) -> tensor<2x13x8x8xf16> {
  %least = arith.constant 0xFC00 : f16
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %least : f16
  } : tensor<2x13x15x15xf16> to tensor<2x13x17x17xf16>
  %window = tensor.empty() : tensor<3x3xf16>
  %e = tensor.empty() : tensor<2x13x8x8xf16>
  %start = linalg.fill ins(%least : f16) outs(%e : tensor<2x13x8x8xf16>) -> tensor<2x13x8x8xf16>
  %y = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%padded, %window : tensor<2x13x17x17xf16>, tensor<3x3xf16>) outs(%start : tensor<2x13x8x8xf16>) -> tensor<2x13x8x8xf16>
  return %y : tensor<2x13x8x8xf16>
}

func.func @mean_pool(%x: tensor<3x7x7x40xf16>) -> tensor<3x40xf32> {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.02040816327 : f32
  %e = tensor.empty() : tensor<3x40xf32>
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<3x40xf32>) -> tensor<3x40xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, c)>],
      iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%x : tensor<3x7x7x40xf16>) outs(%none : tensor<3x40xf32>) {
  ^bb0(%a: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<3x40xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<3x40xf32>) outs(%e : tensor<3x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %a, %share : f32
    linalg.yield %0 : f32
  } -> tensor<3x40xf32>
  return %y : tensor<3x40xf32>
}

func.func @column_sums(%x: tensor<513x33xbf16>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %none = linalg.fill ins(%zero : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<513x33xbf16>) outs(%none : tensor<33xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<33xf32>
  return %sum : tensor<33xf32>
}

func.func @chain(%x: tensor<23x31xf32>, %y: tensor<31xf16>) -> tensor<23x31xf16> {
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<23x31xf16>
  %z = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<23x31xf32>, tensor<31xf16>) outs(%e : tensor<23x31xf16>) {
  ^bb0(%a: f32, %b: f16, %o: f16):
    %0 = arith.extf %b : f16 to f32
    %1 = arith.addf %a, %0 : f32
    %2 = math.tanh %1 : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.truncf %3 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<23x31xf16>
  return %z : tensor<23x31xf16>
}
