// Convolutions as implicit products: each layout, stride, dilation and padding.
// RUN: amp-gpu-emulate %s --chip=sm_80 | FileCheck %s

// NHWC, 3x3, padded.
// CHECK: nhwc: ok
// CHECK-SAME: mma.sync
func.func private @nhwc(%x: tensor<2x9x10x16xf16>, %f: tensor<3x3x16x24xf16>, %bias: tensor<24xf32>) -> tensor<2x9x10x24xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %pad = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%p: index, %q: index, %r: index, %s: index):
    tensor.yield %zero : f16
  } : tensor<2x9x10x16xf16> to tensor<2x11x12x16xf16>
  %e = tensor.empty() : tensor<2x9x10x24xf32>
  %i = linalg.broadcast ins(%bias : tensor<24xf32>) outs(%e : tensor<2x9x10x24xf32>) dimensions = [0, 1, 2]
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%pad, %f : tensor<2x11x12x16xf16>, tensor<3x3x16x24xf16>) outs(%i : tensor<2x9x10x24xf32>) -> tensor<2x9x10x24xf32>
  %t = arith.truncf %c : tensor<2x9x10x24xf32> to tensor<2x9x10x24xf16>
  return %t : tensor<2x9x10x24xf16>
}

// Stride 2, dilation 2, C = 4: copies of 8 bytes.
// CHECK: nhwc_strided: ok
// CHECK-SAME: mma.sync
func.func private @nhwc_strided(%x: tensor<1x14x13x4xbf16>, %f: tensor<3x3x4x16xbf16>) -> tensor<1x5x5x16xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x14x13x4xbf16>, tensor<3x3x4x16xbf16>) outs(%i : tensor<1x5x5x16xf32>) -> tensor<1x5x5x16xf32>
  return %c : tensor<1x5x5x16xf32>
}

// The first layer: C = 3.
// CHECK: nhwc_rgb: ok
// CHECK-SAME: mma.sync
func.func private @nhwc_rgb(%x: tensor<1x16x16x3xf16>, %f: tensor<8x7x7x3xf16>) -> tensor<1x5x5x8xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x5x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32>
  %c = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<1x16x16x3xf16>, tensor<8x7x7x3xf16>) outs(%i : tensor<1x5x5x8xf32>) -> tensor<1x5x5x8xf32>
  return %c : tensor<1x5x5x8xf32>
}

// NCHW: the filter is the left operand, pixels are columns.
// CHECK: nchw: ok
// CHECK-SAME: mma.sync
func.func private @nchw(%x: tensor<2x8x9x10xf16>, %f: tensor<24x8x3x3xf16>, %bias: tensor<24xf32>) -> tensor<2x24x9x10xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f16
  %low = arith.constant 0.0 : f32
  %pad = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%p: index, %q: index, %r: index, %s: index):
    tensor.yield %zero : f16
  } : tensor<2x8x9x10xf16> to tensor<2x8x11x12xf16>
  %e = tensor.empty() : tensor<2x24x9x10xf32>
  %h = tensor.empty() : tensor<2x24x9x10xf16>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<2x24x9x10xf32>) -> tensor<2x24x9x10xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%pad, %f : tensor<2x8x11x12xf16>, tensor<24x8x3x3xf16>) outs(%i : tensor<2x24x9x10xf32>) -> tensor<2x24x9x10xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c, %bias : tensor<2x24x9x10xf32>, tensor<24xf32>) outs(%h : tensor<2x24x9x10xf16>) {
  ^bb0(%y: f32, %b: f32, %o: f16):
    %0 = arith.addf %y, %b : f32
    %1 = arith.maximumf %0, %low : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<2x24x9x10xf16>
  return %r : tensor<2x24x9x10xf16>
}

// 1x1: pixels are contiguous, copies are asynchronous.
// CHECK: nchw_pointwise: ok
// CHECK-SAME: mma.sync
func.func private @nchw_pointwise(%x: tensor<2x24x4x8xf16>, %f: tensor<16x24x1x1xf16>) -> tensor<2x16x4x8xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x16x4x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x16x4x8xf32>) -> tensor<2x16x4x8xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x24x4x8xf16>, tensor<16x24x1x1xf16>) outs(%i : tensor<2x16x4x8xf32>) -> tensor<2x16x4x8xf32>
  return %c : tensor<2x16x4x8xf32>
}

// Groups are a batch.
// CHECK: grouped: ok
// CHECK-SAME: mma.sync
func.func private @grouped(%x: tensor<2x3x8x6x6xf16>, %f: tensor<3x16x8x3x3xf16>) -> tensor<2x3x16x4x4xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x16x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x16x4x4xf32>) -> tensor<2x3x16x4x4xf32>
  %c = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<2x3x8x6x6xf16>, tensor<3x16x8x3x3xf16>) outs(%i : tensor<2x3x16x4x4xf32>) -> tensor<2x3x16x4x4xf32>
  return %c : tensor<2x3x16x4x4xf32>
}

// CHECK: grouped_filters: ok
// CHECK-SAME: mma.sync
func.func private @grouped_filters(%x: tensor<1x2x8x6x6xf16>, %f: tensor<16x2x8x3x3xf16>) -> tensor<1x2x16x4x4xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x16x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x16x4x4xf32>) -> tensor<1x2x16x4x4xf32>
  %c = linalg.conv_2d_ngchw_fgchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %f : tensor<1x2x8x6x6xf16>, tensor<16x2x8x3x3xf16>) outs(%i : tensor<1x2x16x4x4xf32>) -> tensor<1x2x16x4x4xf32>
  return %c : tensor<1x2x16x4x4xf32>
}

// Depthwise: eight channels a thread, no tensor core.
// CHECK: depthwise: ok
// CHECK-SAME: direct
func.func private @depthwise(%x: tensor<1x8x9x24xf16>, %f: tensor<3x3x24xf16>) -> tensor<1x8x9x24xf16> attributes {amp.kernel} {
  %low = arith.constant 0.0 : f16
  %zero = arith.constant 0.0 : f32
  %pad = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%p: index, %q: index, %r: index, %s: index):
    tensor.yield %low : f16
  } : tensor<1x8x9x24xf16> to tensor<1x10x11x24xf16>
  %e = tensor.empty() : tensor<1x8x9x24xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x9x24xf32>) -> tensor<1x8x9x24xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%pad, %f : tensor<1x10x11x24xf16>, tensor<3x3x24xf16>) outs(%i : tensor<1x8x9x24xf32>) -> tensor<1x8x9x24xf32>
  %t = arith.truncf %c : tensor<1x8x9x24xf32> to tensor<1x8x9x24xf16>
  return %t : tensor<1x8x9x24xf16>
}

// CHECK: depthwise_nchw: ok
// CHECK-SAME: direct
func.func private @depthwise_nchw(%x: tensor<2x5x9x9xf16>, %f: tensor<5x3x3xf16>) -> tensor<2x5x4x4xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5x4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  %c = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %f : tensor<2x5x9x9xf16>, tensor<5x3x3xf16>) outs(%i : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  return %c : tensor<2x5x4x4xf32>
}

// CHECK: one_dimension: ok
// CHECK-SAME: mma.sync
func.func private @one_dimension(%x: tensor<2x20x8xf16>, %f: tensor<3x8x16xf16>) -> tensor<2x18x16xf32> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x18x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x18x16xf32>) -> tensor<2x18x16xf32>
  %c = linalg.conv_1d_nwc_wcf {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%x, %f : tensor<2x20x8xf16>, tensor<3x8x16xf16>) outs(%i : tensor<2x18x16xf32>) -> tensor<2x18x16xf32>
  return %c : tensor<2x18x16xf32>
}
