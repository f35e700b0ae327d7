// 8-bit floats on wgmma: types, tiles, clusters, results; everything ragged.
// RUN: amp-gpu-emulate %s --chip=sm_90a --processors=4 | FileCheck %s --implicit-check-not='path = "mma'

// What the model of the chip chooses.
// CHECK: chosen: ok
// CHECK-SAME: path = "wgmma"
func.func private @chosen(%a: tensor<256x256xf8E4M3FN>, %b: tensor<256x256xf8E4M3FN>) -> tensor<256x256xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<256x256xf8E4M3FN>, tensor<256x256xf8E4M3FN>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %c : tensor<256x256xf32>
}

// CHECK: e5m2: ok
// CHECK-SAME: path = "wgmma"
func.func private @e5m2(%a: tensor<130x144xf8E5M2>, %b: tensor<200x144xf8E5M2>) -> tensor<130x200xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x200xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x200xf32>) -> tensor<130x200xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 128>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x144xf8E5M2>, tensor<200x144xf8E5M2>) outs(%i : tensor<130x200xf32>) -> tensor<130x200xf32>
  return %c : tensor<130x200xf32>
}

// Two formats; f16 results leave by TMA.
// CHECK: mixed: ok
// CHECK-SAME: path = "wgmma"
func.func private @mixed(%a: tensor<130x144xf8E4M3FN>, %b: tensor<200x144xf8E5M2>) -> tensor<130x200xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x200xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x200xf32>) -> tensor<130x200xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 128>, cluster = 1, stages = 4, consumers = 2, pingpong = true}} ins(%a, %b : tensor<130x144xf8E4M3FN>, tensor<200x144xf8E5M2>) outs(%i : tensor<130x200xf32>) -> tensor<130x200xf32>
  %t = arith.truncf %c : tensor<130x200xf32> to tensor<130x200xf16>
  return %t : tensor<130x200xf16>
}

// Halves of the right tile multicast; a bias and relu.
// CHECK: multicast: ok
// CHECK-SAME: path = "wgmma"
func.func private @multicast(%a: tensor<300x336xf8E4M3FN>, %b: tensor<392x336xf8E4M3FN>, %bias: tensor<392xf32>) -> tensor<300x392xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300x392xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<300x392xf32>) -> tensor<300x392xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 256, 128>, cluster = 2, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<300x336xf8E4M3FN>, tensor<392x336xf8E4M3FN>) outs(%i : tensor<300x392xf32>) -> tensor<300x392xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<300x392xf32>, tensor<392xf32>) outs(%e : tensor<300x392xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<300x392xf32>
  %t = arith.truncf %r : tensor<300x392xf32> to tensor<300x392xbf16>
  return %t : tensor<300x392xbf16>
}

// Results of 8 bits, from registers.
// CHECK: narrow: ok
// CHECK-SAME: path = "wgmma"
func.func private @narrow(%a: tensor<130x64xf8E4M3FN>, %b: tensor<136x64xf8E4M3FN>) -> tensor<130x136xf8E4M3FN> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x136xf32>) -> tensor<130x136xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 64, 64, 128>, cluster = 1, stages = 4, consumers = 2, pingpong = true}} ins(%a, %b : tensor<130x64xf8E4M3FN>, tensor<136x64xf8E4M3FN>) outs(%i : tensor<130x136xf32>) -> tensor<130x136xf32>
  %t = arith.truncf %c : tensor<130x136xf32> to tensor<130x136xf8E4M3FN>
  return %t : tensor<130x136xf8E4M3FN>
}

// CHECK: narrow_e5m2: ok
// CHECK-SAME: path = "wgmma"
func.func private @narrow_e5m2(%a: tensor<70x48xf8E4M3FN>, %b: tensor<137x48xf8E4M3FN>) -> tensor<70x137xf8E5M2> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x137xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<70x137xf32>) -> tensor<70x137xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 64, 128, 128>, cluster = 1, stages = 3, consumers = 2, pingpong = true}} ins(%a, %b : tensor<70x48xf8E4M3FN>, tensor<137x48xf8E4M3FN>) outs(%i : tensor<70x137xf32>) -> tensor<70x137xf32>
  %t = arith.truncf %c : tensor<70x137xf32> to tensor<70x137xf8E5M2>
  return %t : tensor<70x137xf8E5M2>
}
