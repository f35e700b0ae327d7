// 8-bit floats on mma.sync of sm_89, as f16 before it, and beside other types.
// RUN: amp-gpu-emulate %s --chip=sm_89 | FileCheck %s
// RUN: amp-gpu-emulate %s --chip=sm_90a | FileCheck %s
// RUN: amp-gpu-emulate %s --chip=sm_80 | FileCheck %s

// Copies of 16 bytes.
// CHECK: small: ok
// CHECK-SAME: path = "mma.sync"
func.func private @small(%a: tensor<33x80xf8E5M2>, %b: tensor<40x80xf8E4M3FN>, %bias: tensor<40xf32>) -> tensor<33x40xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x40xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<33x40xf32>) -> tensor<33x40xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {path = "mma.sync", tile = array<i64: 32, 64, 64>, warps = array<i64: 1, 4>, stages = 3}} ins(%a, %b : tensor<33x80xf8E5M2>, tensor<40x80xf8E4M3FN>) outs(%i : tensor<33x40xf32>) -> tensor<33x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<33x40xf32>, tensor<40xf32>) outs(%e : tensor<33x40xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<33x40xf32>
  return %r : tensor<33x40xf32>
}

// Rows of 8 bytes: copies of that size.
// CHECK: chosen_small: ok
// CHECK-SAME: path = "mma.sync"
func.func private @chosen_small(%a: tensor<40x200xf8E4M3FN>, %b: tensor<100x200xf8E4M3FN>) -> tensor<40x100xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x100xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<40x100xf32>) -> tensor<40x100xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<40x200xf8E4M3FN>, tensor<100x200xf8E4M3FN>) outs(%i : tensor<40x100xf32>) -> tensor<40x100xf32>
  return %c : tensor<40x100xf32>
}

// ldmatrix does not transpose bytes: the right operand is gathered.
// CHECK: rows: ok
// CHECK-SAME: path = "mma.sync"
func.func private @rows(%a: tensor<64x96xf8E4M3FN>, %b: tensor<96x72xf8E5M2>) -> tensor<64x72xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x72xf32>) -> tensor<64x72xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<64x96xf8E4M3FN>, tensor<96x72xf8E5M2>) outs(%i : tensor<64x72xf32>) -> tensor<64x72xf32>
  %t = arith.truncf %c : tensor<64x72xf32> to tensor<64x72xf16>
  return %t : tensor<64x72xf16>
}

// Single bytes.
// CHECK: odd: ok
// CHECK-SAME: path = "mma.sync"
func.func private @odd(%a: tensor<35x45xf8E4M3FN>, %b: tensor<37x45xf8E4M3FN>) -> tensor<35x37xf8E4M3FN> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<35x37xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<35x37xf32>) -> tensor<35x37xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<35x45xf8E4M3FN>, tensor<37x45xf8E4M3FN>) outs(%i : tensor<35x37xf32>) -> tensor<35x37xf32>
  %t = arith.truncf %c : tensor<35x37xf32> to tensor<35x37xf8E4M3FN>
  return %t : tensor<35x37xf8E4M3FN>
}

// Widened to the other operand's type.
// CHECK: with_f16: ok
// CHECK-SAME: path = "mma.sync"
func.func private @with_f16(%a: tensor<64x64xf16>, %b: tensor<64x64xf8E4M3FN>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf8E4M3FN>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: with_bf16: ok
// CHECK-SAME: path = "mma.sync"
func.func private @with_bf16(%a: tensor<64x64xf8E4M3FN>, %b: tensor<64x64xbf16>) -> tensor<64x64xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<64x64xf8E4M3FN>, tensor<64x64xbf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = arith.truncf %c : tensor<64x64xf32> to tensor<64x64xbf16>
  return %t : tensor<64x64xbf16>
}

// CHECK: with_f32: ok
// CHECK-SAME: path = "fma"
func.func private @with_f32(%a: tensor<20x32xf8E4M3FN>, %b: tensor<24x32xf32>) -> tensor<20x24xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<20x24xf32>) -> tensor<20x24xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<20x32xf8E4M3FN>, tensor<24x32xf32>) outs(%i : tensor<20x24xf32>) -> tensor<20x24xf32>
  return %c : tensor<20x24xf32>
}

// CHECK: dot: ok
// CHECK-SAME: path = "direct"
func.func private @dot(%a: tensor<1x33xf8E4M3FN>, %b: tensor<64x33xf8E4M3FN>) -> tensor<1x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {path = "direct"}} ins(%a, %b : tensor<1x33xf8E4M3FN>, tensor<64x33xf8E4M3FN>) outs(%i : tensor<1x64xf32>) -> tensor<1x64xf32>
  return %c : tensor<1x64xf32>
}

// Half of the threads have nothing to gather of a tile, and read no row that there is
// not (seed 449 of fuzz_tiles.py).
// CHECK: idle: ok
func.func private @idle(%a: tensor<64x112xf8E4M3FN>, %b: tensor<64x112xf8E4M3FN>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      {amp.gemm_config = {path = "mma.sync", tile = array<i64: 16, 128, 32>, warps = array<i64: 1, 4>, stages = 3, group = 8}}
      ins(%a, %b : tensor<64x112xf8E4M3FN>, tensor<64x112xf8E4M3FN>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
