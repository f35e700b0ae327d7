// Kernels of wgmma and TMA: each tile, cluster, layout, type and kind of result.
// Four multiprocessors make blocks walk several tiles.
// RUN: amp-gpu-emulate %s --chip=sm_90a --processors=4 | FileCheck %s --implicit-check-not='path = "mma'

// What the table chooses.
// CHECK: chosen: ok
// CHECK-SAME: path = "wgmma"
func.func private @chosen(%a: tensor<256x128xf16>, %b: tensor<128x256xf16>) -> tensor<256x256xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<256x128xf16>, tensor<128x256xf16>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  %t = arith.truncf %c : tensor<256x256xf32> to tensor<256x256xf16>
  return %t : tensor<256x256xf16>
}

// Right operand in rows; everything ragged.
// CHECK: rows: ok
// CHECK-SAME: path = "wgmma"
func.func private @rows(%a: tensor<257x72xf16>, %b: tensor<72x264xf16>) -> tensor<257x264xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<257x264xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<257x264xf32>) -> tensor<257x264xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 256, 64>, cluster = 2, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<257x72xf16>, tensor<72x264xf16>) outs(%i : tensor<257x264xf32>) -> tensor<257x264xf32>
  %t = arith.truncf %c : tensor<257x264xf32> to tensor<257x264xf16>
  return %t : tensor<257x264xf16>
}

// Right operand in columns, multicast in halves.
// CHECK: columns: ok
// CHECK-SAME: path = "wgmma"
func.func private @columns(%a: tensor<130x328xf16>, %b: tensor<392x328xf16>) -> tensor<130x392xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x392xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x392xf32>) -> tensor<130x392xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 256, 64>, cluster = 2, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x328xf16>, tensor<392x328xf16>) outs(%i : tensor<130x392xf32>) -> tensor<130x392xf32>
  %t = arith.truncf %c : tensor<130x392xf32> to tensor<130x392xf16>
  return %t : tensor<130x392xf16>
}

// No cluster.
// CHECK: alone: ok
// CHECK-SAME: path = "wgmma"
func.func private @alone(%a: tensor<100x200xf16>, %b: tensor<264x200xf16>) -> tensor<100x264xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<100x264xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<100x264xf32>) -> tensor<100x264xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 256, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<100x200xf16>, tensor<264x200xf16>) outs(%i : tensor<100x264xf32>) -> tensor<100x264xf32>
  %t = arith.truncf %c : tensor<100x264xf32> to tensor<100x264xf16>
  return %t : tensor<100x264xf16>
}

// CHECK: tall: ok
// CHECK-SAME: path = "wgmma"
func.func private @tall(%a: tensor<300x72xf16>, %b: tensor<72x136xf16>) -> tensor<300x136xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<300x136xf32>) -> tensor<300x136xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 256, 128, 64>, cluster = 2, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<300x72xf16>, tensor<72x136xf16>) outs(%i : tensor<300x136xf32>) -> tensor<300x136xf32>
  %t = arith.truncf %c : tensor<300x136xf32> to tensor<300x136xf16>
  return %t : tensor<300x136xf16>
}

// CHECK: wide: ok
// CHECK-SAME: path = "wgmma"
func.func private @wide(%a: tensor<130x136xf16>, %b: tensor<200x136xf16>) -> tensor<130x200xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x200xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x200xf32>) -> tensor<130x200xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 192, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x136xf16>, tensor<200x136xf16>) outs(%i : tensor<130x200xf32>) -> tensor<130x200xf32>
  %t = arith.truncf %c : tensor<130x200xf32> to tensor<130x200xf16>
  return %t : tensor<130x200xf16>
}

// Three consumer warpgroups.
// CHECK: three: ok
// CHECK-SAME: path = "wgmma"
func.func private @three(%a: tensor<200x136xf16>, %b: tensor<136x136xf16>) -> tensor<200x136xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<200x136xf32>) -> tensor<200x136xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 192, 128, 64>, cluster = 1, stages = 4, consumers = 3, pingpong = false}} ins(%a, %b : tensor<200x136xf16>, tensor<136x136xf16>) outs(%i : tensor<200x136xf32>) -> tensor<200x136xf32>
  %t = arith.truncf %c : tensor<200x136xf32> to tensor<200x136xf16>
  return %t : tensor<200x136xf16>
}

// A cluster of four.
// CHECK: four: ok
// CHECK-SAME: path = "wgmma"
func.func private @four(%a: tensor<300x72xf16>, %b: tensor<264x72xf16>) -> tensor<300x264xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300x264xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<300x264xf32>) -> tensor<300x264xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 256, 64>, cluster = 4, stages = 3, consumers = 2, pingpong = false}} ins(%a, %b : tensor<300x72xf16>, tensor<264x72xf16>) outs(%i : tensor<300x264xf32>) -> tensor<300x264xf32>
  %t = arith.truncf %c : tensor<300x264xf32> to tensor<300x264xf16>
  return %t : tensor<300x264xf16>
}

// Warpgroups that take tiles in turn.
// CHECK: turns: ok
// CHECK-SAME: path = "wgmma"
func.func private @turns(%a: tensor<300x200xf16>, %b: tensor<200x264xf16>) -> tensor<300x264xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300x264xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<300x264xf32>) -> tensor<300x264xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 64>, cluster = 2, stages = 6, consumers = 2, pingpong = true}} ins(%a, %b : tensor<300x200xf16>, tensor<200x264xf16>) outs(%i : tensor<300x264xf32>) -> tensor<300x264xf32>
  %t = arith.truncf %c : tensor<300x264xf32> to tensor<300x264xf16>
  return %t : tensor<300x264xf16>
}

// CHECK: turns_small: ok
// CHECK-SAME: path = "wgmma"
func.func private @turns_small(%a: tensor<200x456xf16>, %b: tensor<264x456xf16>) -> tensor<200x264xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x264xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<200x264xf32>) -> tensor<200x264xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 64, 256, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = true}} ins(%a, %b : tensor<200x456xf16>, tensor<264x456xf16>) outs(%i : tensor<200x264xf32>) -> tensor<200x264xf32>
  %t = arith.truncf %c : tensor<200x264xf32> to tensor<200x264xf16>
  return %t : tensor<200x264xf16>
}

// CHECK: bf16: ok
// CHECK-SAME: path = "wgmma"
func.func private @bf16(%a: tensor<130x72xbf16>, %b: tensor<72x136xbf16>, %bias: tensor<136xf32>) -> tensor<130x136xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x136xf32>) -> tensor<130x136xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x72xbf16>, tensor<72x136xbf16>) outs(%i : tensor<130x136xf32>) -> tensor<130x136xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<130x136xf32>, tensor<136xf32>) outs(%e : tensor<130x136xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<130x136xf32>
  %t = arith.truncf %r : tensor<130x136xf32> to tensor<130x136xbf16>
  return %t : tensor<130x136xbf16>
}

// f32 results are stored from registers.
// CHECK: single: ok
// CHECK-SAME: path = "wgmma"
func.func private @single(%a: tensor<130x72xf16>, %b: tensor<136x72xf16>) -> tensor<130x136xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x136xf32>) -> tensor<130x136xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x72xf16>, tensor<136x72xf16>) outs(%i : tensor<130x136xf32>) -> tensor<130x136xf32>
  return %c : tensor<130x136xf32>
}

// Rows of odd length: results one by one.
// CHECK: odd: ok
// CHECK-SAME: path = "wgmma"
func.func private @odd(%a: tensor<130x72xf16>, %b: tensor<137x72xf16>) -> tensor<130x137xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<130x137xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<130x137xf32>) -> tensor<130x137xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = false}} ins(%a, %b : tensor<130x72xf16>, tensor<137x72xf16>) outs(%i : tensor<130x137xf32>) -> tensor<130x137xf32>
  %t = arith.truncf %c : tensor<130x137xf32> to tensor<130x137xf16>
  return %t : tensor<130x137xf16>
}

// CHECK: odd_bf16: ok
// CHECK-SAME: path = "wgmma"
func.func private @odd_bf16(%a: tensor<70x72xbf16>, %b: tensor<137x72xbf16>) -> tensor<70x137xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<70x137xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<70x137xf32>) -> tensor<70x137xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 128, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = true}} ins(%a, %b : tensor<70x72xbf16>, tensor<137x72xbf16>) outs(%i : tensor<70x137xf32>) -> tensor<70x137xf32>
  %t = arith.truncf %c : tensor<70x137xf32> to tensor<70x137xbf16>
  return %t : tensor<70x137xbf16>
}

// A batch is a dimension of the tensor maps.
// CHECK: batched: ok
// CHECK-SAME: path = "wgmma"
func.func private @batched(%a: tensor<3x130x72xf16>, %b: tensor<3x72x72xf16>) -> tensor<3x130x72xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x130x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x130x72xf32>) -> tensor<3x130x72xf32>
  %c = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] {amp.gemm_config = {tile = array<i64: 64, 64, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = true}} ins(%a, %b : tensor<3x130x72xf16>, tensor<3x72x72xf16>) outs(%i : tensor<3x130x72xf32>) -> tensor<3x130x72xf32>
  %t = arith.truncf %c : tensor<3x130x72xf32> to tensor<3x130x72xf16>
  return %t : tensor<3x130x72xf16>
}

// CHECK: batched_columns: ok
// CHECK-SAME: path = "wgmma"
func.func private @batched_columns(%a: tensor<2x72x64xf16>, %b: tensor<2x130x64xf16>) -> tensor<2x72x130xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x72x130xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x72x130xf32>) -> tensor<2x72x130xf32>
  %c = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %b : tensor<2x72x64xf16>, tensor<2x130x64xf16>) outs(%i : tensor<2x72x130xf32>) -> tensor<2x72x130xf32>
  return %c : tensor<2x72x130xf32>
}

// Heads inside of rows: four dimensions, and results that TMA stores.
#q = affine_map<(b, h, s, t, d) -> (b, s, h, d)>
#k = affine_map<(b, h, s, t, d) -> (b, t, h, d)>
#o = affine_map<(b, h, s, t, d) -> (b, h, s, t)>
// CHECK: heads: ok
// CHECK-SAME: path = "wgmma"
func.func private @heads(%a: tensor<2x70x3x64xf16>, %b: tensor<2x72x3x64xf16>) -> tensor<2x3x70x72xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x70x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x70x72xf32>) -> tensor<2x3x70x72xf32>
  %c = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x70x3x64xf16>, tensor<2x72x3x64xf16>) outs(%i : tensor<2x3x70x72xf32>) {
  ^bb0(%x: f16, %y: f16, %s: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x3x70x72xf32>
  %t = arith.truncf %c : tensor<2x3x70x72xf32> to tensor<2x3x70x72xf16>
  return %t : tensor<2x3x70x72xf16>
}

// A 1x1 convolution is a product.
// CHECK: pointwise: ok
// CHECK-SAME: path = "wgmma"
func.func private @pointwise(%x: tensor<2x8x8x64xf16>, %f: tensor<1x1x64x72xf16>) -> tensor<2x8x8x72xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x8x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x8x72xf32>) -> tensor<2x8x8x72xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x8x8x64xf16>, tensor<1x1x64x72xf16>) outs(%i : tensor<2x8x8x72xf32>) -> tensor<2x8x8x72xf32>
  %t = arith.truncf %c : tensor<2x8x8x72xf32> to tensor<2x8x8x72xf16>
  return %t : tensor<2x8x8x72xf16>
}

// A box and a half: the tile ends halfway in what is loaded; results leave by
// 32 columns.
// CHECK: half_box: ok
// CHECK-SAME: path = "wgmma"
func.func private @half_box(%a: tensor<200x136xf16>, %b: tensor<136x200xf16>) -> tensor<200x200xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x200xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<200x200xf32>) -> tensor<200x200xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 96, 64>, cluster = 1, stages = 4, consumers = 2, pingpong = true, path = "wgmma"}} ins(%a, %b : tensor<200x136xf16>, tensor<136x200xf16>) outs(%i : tensor<200x200xf32>) -> tensor<200x200xf32>
  %t = arith.truncf %c : tensor<200x200xf32> to tensor<200x200xf16>
  return %t : tensor<200x200xf16>
}

// The same of columns, in halves.
// CHECK: half_box_turned: ok
// CHECK-SAME: path = "wgmma"
func.func private @half_box_turned(%a: tensor<200x136xf16>, %b: tensor<328x136xf16>) -> tensor<200x328xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<200x328xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<200x328xf32>) -> tensor<200x328xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 160, 64>, cluster = 2, stages = 4, consumers = 2, pingpong = false, path = "wgmma"}} ins(%a, %b : tensor<200x136xf16>, tensor<328x136xf16>) outs(%i : tensor<200x328xf32>) -> tensor<200x328xf32>
  %t = arith.truncf %c : tensor<200x328xf32> to tensor<200x328xf16>
  return %t : tensor<200x328xf16>
}

// From registers; a cluster that loads two boxes each.
// CHECK: half_box_single: ok
// CHECK-SAME: path = "wgmma"
func.func private @half_box_single(%a: tensor<140x72xf16>, %b: tensor<72x456xf16>) -> tensor<140x456xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<140x456xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<140x456xf32>) -> tensor<140x456xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 128, 224, 64>, cluster = 2, stages = 4, consumers = 2, pingpong = false, path = "wgmma"}} ins(%a, %b : tensor<140x72xf16>, tensor<72x456xf16>) outs(%i : tensor<140x456xf32>) -> tensor<140x456xf32>
  return %c : tensor<140x456xf32>
}

// Half a box.
// CHECK: narrow: ok
// CHECK-SAME: path = "wgmma"
func.func private @narrow(%a: tensor<140x200xf16>, %b: tensor<200x72xf16>) -> tensor<140x72xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<140x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<140x72xf32>) -> tensor<140x72xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 64, 32, 64>, cluster = 1, stages = 8, consumers = 2, pingpong = true, path = "wgmma"}} ins(%a, %b : tensor<140x200xf16>, tensor<200x72xf16>) outs(%i : tensor<140x72xf32>) -> tensor<140x72xf32>
  %t = arith.truncf %c : tensor<140x72xf32> to tensor<140x72xf16>
  return %t : tensor<140x72xf16>
}

// A quarter: results leave by 16 columns.
// CHECK: quarter: ok
// CHECK-SAME: path = "wgmma"
func.func private @quarter(%a: tensor<140x200xf16>, %b: tensor<200x232xf16>) -> tensor<140x232xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<140x232xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<140x232xf32>) -> tensor<140x232xf32>
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {amp.gemm_config = {tile = array<i64: 64, 112, 64>, cluster = 1, stages = 8, consumers = 2, pingpong = true, path = "wgmma"}} ins(%a, %b : tensor<140x200xf16>, tensor<200x232xf16>) outs(%i : tensor<140x232xf32>) -> tensor<140x232xf32>
  %t = arith.truncf %c : tensor<140x232xf32> to tensor<140x232xf16>
  return %t : tensor<140x232xf16>
}
