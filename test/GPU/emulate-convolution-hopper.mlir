// Convolutions on wgmma: threads copy the image, TMA loads the filter.
// RUN: amp-gpu-emulate %s --chip=sm_90a --processors=3 | FileCheck %s --implicit-check-not='path = "mma'
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a --amp-tensor-core-audit -o %t 2>&1 | FileCheck %s --check-prefix=AUDIT

// AUDIT: padded: linalg.conv_2d_nhwc_hwcf {{.*}}wgmma.m64n32k16.f32.f16{{.*}}; threads copy the left operand)
// AUDIT: image_right: {{.*}}; threads copy the left operand)

// 3x3, padded, strided; K is no multiple of the tile.
// CHECK: padded: ok
// CHECK-SAME: path = "wgmma"
func.func private @padded(%x: tensor<1x13x13x40xf16>, %w: tensor<3x3x40x64xf16>, %bias: tensor<64xf32>) -> tensor<1x13x13x64xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f16
  } : tensor<1x13x13x40xf16> to tensor<1x15x15x40xf16>
  %e = tensor.empty() : tensor<1x13x13x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %w : tensor<1x15x15x40xf16>, tensor<3x3x40x64xf16>) outs(%i : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, f) -> (n, h, w, f)>, affine_map<(n, h, w, f) -> (f)>, affine_map<(n, h, w, f) -> (n, h, w, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %bias : tensor<1x13x13x64xf32>, tensor<64xf32>) outs(%e : tensor<1x13x13x64xf32>) {
  ^bb0(%a: f32, %y: f32, %o: f32):
    %0 = arith.addf %a, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<1x13x13x64xf32>
  %t = arith.truncf %r : tensor<1x13x13x64xf32> to tensor<1x13x13x64xf16>
  return %t : tensor<1x13x13x64xf16>
}

// CHECK: strided: ok
// CHECK-SAME: path = "wgmma"
func.func private @strided(%x: tensor<2x15x15x24xbf16>, %w: tensor<3x3x24x72xbf16>) -> tensor<2x8x8x72xbf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : bf16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : bf16
  } : tensor<2x15x15x24xbf16> to tensor<2x17x17x24xbf16>
  %e = tensor.empty() : tensor<2x8x8x72xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8x8x72xf32>) -> tensor<2x8x8x72xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%p, %w : tensor<2x17x17x24xbf16>, tensor<3x3x24x72xbf16>) outs(%i : tensor<2x8x8x72xf32>) -> tensor<2x8x8x72xf32>
  %t = arith.truncf %c : tensor<2x8x8x72xf32> to tensor<2x8x8x72xbf16>
  return %t : tensor<2x8x8x72xbf16>
}

// Two warpgroups on one tile; a window without padding.
// CHECK: shared: ok
// CHECK-SAME: path = "wgmma"
func.func private @shared(%x: tensor<1x16x16x64xf16>, %w: tensor<3x3x64x136xf16>) -> tensor<1x14x14x136xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x14x14x136xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x14x136xf32>) -> tensor<1x14x14x136xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>, amp.gemm_config = {tile = array<i64: 128, 128, 64>, stages = 4, consumers = 2, pingpong = false}}
      ins(%x, %w : tensor<1x16x16x64xf16>, tensor<3x3x64x136xf16>) outs(%i : tensor<1x14x14x136xf32>) -> tensor<1x14x14x136xf32>
  %t = arith.truncf %c : tensor<1x14x14x136xf32> to tensor<1x14x14x136xf16>
  return %t : tensor<1x14x14x136xf16>
}

// Three slots: one step on its way. One step in all.
// CHECK: short_ring: ok
// CHECK-SAME: path = "wgmma"
func.func private @short_ring(%x: tensor<1x9x9x64xf16>, %w: tensor<5x5x64x64xf16>) -> tensor<1x9x9x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f16
  } : tensor<1x9x9x64xf16> to tensor<1x13x13x64xf16>
  %e = tensor.empty() : tensor<1x9x9x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x9x9x64xf32>) -> tensor<1x9x9x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>, amp.gemm_config = {tile = array<i64: 128, 64, 64>, stages = 3, consumers = 2, pingpong = false}}
      ins(%p, %w : tensor<1x13x13x64xf16>, tensor<5x5x64x64xf16>) outs(%i : tensor<1x9x9x64xf32>) -> tensor<1x9x9x64xf32>
  return %c : tensor<1x9x9x64xf32>
}

// CHECK: one_step: ok
// CHECK-SAME: path = "wgmma"
func.func private @one_step(%x: tensor<1x16x16x16xf16>, %w: tensor<2x2x16x64xf16>) -> tensor<1x15x15x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x15x15x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x15x15x64xf32>) -> tensor<1x15x15x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>, amp.gemm_config = {tile = array<i64: 64, 64, 64>, stages = 6, consumers = 2, pingpong = true}}
      ins(%x, %w : tensor<1x16x16x16xf16>, tensor<2x2x16x64xf16>) outs(%i : tensor<1x15x15x64xf32>) -> tensor<1x15x15x64xf32>
  return %c : tensor<1x15x15x64xf32>
}

// CHECK: alone: ok
// CHECK-SAME: path = "wgmma"
func.func private @alone(%x: tensor<1x10x10x32xf16>, %w: tensor<3x3x32x64xf16>) -> tensor<1x10x10x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f16
  } : tensor<1x10x10x32xf16> to tensor<1x12x12x32xf16>
  %e = tensor.empty() : tensor<1x10x10x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x10x10x64xf32>) -> tensor<1x10x10x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>, amp.gemm_config = {tile = array<i64: 64, 64, 64>, stages = 4, consumers = 1, pingpong = false}}
      ins(%p, %w : tensor<1x12x12x32xf16>, tensor<3x3x32x64xf16>) outs(%i : tensor<1x10x10x64xf32>) -> tensor<1x10x10x64xf32>
  return %c : tensor<1x10x10x64xf32>
}

// CHECK: three: ok
// CHECK-SAME: path = "wgmma"
func.func private @three(%x: tensor<1x16x16x32xf16>, %w: tensor<3x3x32x64xf16>) -> tensor<1x16x16x64xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f16
  } : tensor<1x16x16x32xf16> to tensor<1x18x18x32xf16>
  %e = tensor.empty() : tensor<1x16x16x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>, amp.gemm_config = {tile = array<i64: 128, 64, 64>, stages = 4, consumers = 2, pingpong = true}}
      ins(%p, %w : tensor<1x18x18x32xf16>, tensor<3x3x32x64xf16>) outs(%i : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
  return %c : tensor<1x16x16x64xf32>
}

// A padded product, and a result whose contiguous loop is the image's: the filter is
// the left operand, the image is copied to the right one's tile.
// CHECK: image_right: ok
// CHECK-SAME: path = "wgmma"
func.func private @image_right(%x: tensor<1x12x12x32xf16>, %w: tensor<64x3x3x32xf16>) -> tensor<1x64x10x10xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x10x10xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x10x10xf32>) -> tensor<1x64x10x10xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, kh, kw, c) -> (n, h + kh, w + kw, c)>, affine_map<(n, f, h, w, kh, kw, c) -> (f, kh, kw, c)>, affine_map<(n, f, h, w, kh, kw, c) -> (n, f, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x12x12x32xf16>, tensor<64x3x3x32xf16>) outs(%i : tensor<1x64x10x10xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x64x10x10xf32>
  return %c : tensor<1x64x10x10xf32>
}
