// Where channels go last, by bytes, and what lies between convolutions follows.
// RUN: amp-opt %s --amp-gpu-conv-layout -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-gpu-conv-layout=mode=last -split-input-file | FileCheck %s --check-prefix=LAST
// RUN: amp-opt %s --amp-gpu-conv-layout=mode=keep -split-input-file | FileCheck %s --check-prefix=KEEP
// RUN: not amp-compile %s --target=cuda:sm_80 --entry=chain --conv-layout=first -o %t.so 2>&1 | FileCheck %s --check-prefix=BAD

// BAD: error: expected a convolution layout of auto, keep or last, got 'first'
// KEEP-COUNT-3: linalg.conv_2d_nchw_fchw

// One transpose of the image and one of each filter; none between the convolutions, and
// none of the result: the last convolution writes it as it was.
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
// CHECK-DAG: #[[TURN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
// CHECK-LABEL: @chain
// CHECK-COUNT-3: indexing_maps = [#[[TURN]],
// CHECK-NOT: indexing_maps = [#[[TURN]],
// CHECK: tensor.pad {{.*}} low[0, 1, 1, 0] high[0, 1, 1, 0]
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE]], {{.*}} outs(%{{.*}} : tensor<1x16x16x64xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x16x16x64xf16>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64x14x14xf32>)
// CHECK: return
func.func @chain(%x: tensor<1x64x16x16xf16>, %w: tensor<64x64x3x3xf16>, %v: tensor<64x64x3x3xf16>) -> tensor<1x64x14x14xf32> {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<1x64x16x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f16
  } : tensor<1x64x16x16xf16> to tensor<1x64x18x18xf16>
  %0 = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x64x18x18xf16>, tensor<64x64x3x3xf16>) outs(%i : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
  %h = tensor.empty() : tensor<1x64x16x16xf16>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %x : tensor<1x64x16x16xf32>, tensor<1x64x16x16xf16>) outs(%h : tensor<1x64x16x16xf16>) {
  ^bb0(%a: f32, %b: f16, %o: f16):
    %r = arith.extf %b : f16 to f32
    %s = arith.addf %a, %r : f32
    %t = arith.truncf %s : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1x64x16x16xf16>
  %f = tensor.empty() : tensor<1x64x14x14xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %v : tensor<1x64x16x16xf16>, tensor<64x64x3x3xf16>) outs(%j : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
  return %2 : tensor<1x64x14x14xf32>
}

// -----

// Eight filters: the transpose of the image would cost more than gathering it.
// CHECK-LABEL: @few_filters
// CHECK: linalg.conv_2d_nchw_fchw
// LAST-LABEL: @few_filters
// LAST-NOT: linalg.conv_2d_nchw_fchw
func.func @few_filters(%x: tensor<1x64x16x16xf16>, %w: tensor<8x64x3x3xf16>, %i: tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x64x16x16xf16>, tensor<8x64x3x3xf16>) outs(%i : tensor<1x8x14x14xf32>) -> tensor<1x8x14x14xf32>
  return %0 : tensor<1x8x14x14xf32>
}

// -----

// Three channels make no runs of 16 bytes; a constant filter is transposed here; a sum
// over long rows keeps them.
// CHECK-LABEL: @no_runs
// CHECK: linalg.conv_2d_nchw_fchw
// LAST-LABEL: @no_runs
// LAST: linalg.conv_2d_nchw_fchw
func.func @no_runs(%x: tensor<1x3x34x34xf16>, %w: tensor<64x3x3x3xf16>, %i: tensor<1x64x32x32xf32>) -> tensor<1x64xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x34x34xf16>, tensor<64x3x3x3xf16>) outs(%i : tensor<1x64x32x32xf32>) -> tensor<1x64x32x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64xf32>
  %n = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%0 : tensor<1x64x32x32xf32>) outs(%n : tensor<1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}

// -----

// LAST-LABEL: @constant_filter
// LAST: arith.constant dense<"0x0000004A009400DE0128017201BC02060025006F00B9{{.*}}"> : tensor<16x1x2x8xf16>
// LAST-NOT: linalg.conv_2d_nchw_fchw
func.func @constant_filter(%x: tensor<4x8x17x17xf16>, %i: tensor<4x16x17x16xf32>) -> tensor<4x16x17x16xf32> {
  %w = arith.constant dense<"0x00000025004A006F009400B900DE01030128014D0172019701BC01E10206022B02500275029A02BF02E40309032E03530378039D03C203E7040C04310456047B04A004C504EA050F05340559057E05A305C805ED06120637065C068106A606CB06F00715073A075F078407A907CE07F30818083D0862088708AC08D108F6091B09400965098A09AF09D409F90A1E0A430A680A8D0AB20AD70AFC0B210B460B6B0B900BB50BDA0BFF0C240C490C6E0C930CB80CDD0D020D270D4C0D710D960DBB0DE00E050E2A0E4F0E740E990EBE0EE30F080F2D0F520F770F9C0FC10FE6100B10301055107A109F10C410E9110E11331158117D11A211C711EC12111236125B128012A512CA12EF13141339135E138313A813CD13F21417143C1461148614AB14D014F5151A153F1564158915AE15D315F8161D16421667168C16B116D616FB17201745176A178F17B417D917FE18231848186D189218B718DC19011926194B1970199519BA19DF1A041A291A4E1A731A981ABD1AE21B071B2C1B511B761B9B1BC01BE51C0A1C2F1C541C791C9E1CC31CE81D0D1D321D571D7C1DA11DC61DEB1E101E351E5A1E7F1EA41EC91EEE1F131F381F5D1F821FA71FCC1FF12016203B2060208520AA20CF20F42119213E2163218821AD21D221F7221C22412266228B22B022D522FA231F23442369238E23B323D823FD24222447246C249124B624DB"> : tensor<16x8x1x2xf16>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<4x8x17x17xf16>, tensor<16x8x1x2xf16>) outs(%i : tensor<4x16x17x16xf32>) -> tensor<4x16x17x16xf32>
  return %0 : tensor<4x16x17x16xf32>
}

// -----

// What one convolution writes with channels last, another takes for NCHW: the second
// stays as it is (found by fuzzing the GPU path, seed 93).
// LAST-LABEL: @two_views
// LAST: linalg.conv_2d_nhwc_hwcf
// LAST: linalg.conv_2d_nchw_fchw {{.*}} ins(%{{.*}} : tensor<1x12x12x16xf16>
func.func @two_views(%x: tensor<1x12x12x16xf16>, %w: tensor<1x1x16x16xf16>, %v: tensor<64x12x1x1xf16>, %i: tensor<1x12x12x16xf16>, %j: tensor<1x64x6x8xf32>) -> tensor<1x64x6x8xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x12x12x16xf16>, tensor<1x1x16x16xf16>) outs(%i : tensor<1x12x12x16xf16>) -> tensor<1x12x12x16xf16>
  %1 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%0, %v : tensor<1x12x12x16xf16>, tensor<64x12x1x1xf16>) outs(%j : tensor<1x64x6x8xf32>) -> tensor<1x64x6x8xf32>
  return %1 : tensor<1x64x6x8xf32>
}

// -----

// So is one whose elements lie in a resource, as torch's importer leaves them.
// LAST-LABEL: @resource_filter
// LAST: arith.constant dense<{{\[\[\[\[}}0.000000e+00, 1.192090e-07, 2.384190e-07, 3.576280e-07, {{.*}} : tensor<2x1x2x8xf16>
// LAST-NOT: linalg.conv_2d_nchw_fchw
func.func @resource_filter(%x: tensor<4x8x17x17xf16>, %i: tensor<4x2x17x16xf32>) -> tensor<4x2x17x16xf32> {
  %w = arith.constant dense_resource<w> : tensor<2x8x1x2xf16>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<4x8x17x17xf16>, tensor<2x8x1x2xf16>) outs(%i : tensor<4x2x17x16xf32>) -> tensor<4x2x17x16xf32>
  return %0 : tensor<4x2x17x16xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x0200000000000100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F00"
    }
  }
#-}

// -----

// One pixel is the same memory in any order: it is viewed, not copied, where a picture
// with its channels last takes it in or gives it (a GAN's first layer).
// LAST-LABEL: @one_pixel
// LAST-DAG: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{.*}} : tensor<1x64x1x1xf16> into tensor<64xf16>
// LAST-DAG: %[[PIXEL:.*]] = tensor.expand_shape %[[FLAT]] {{.*}} : tensor<64xf16> into tensor<1x1x1x64xf16>
// LAST: tensor.insert_slice %[[PIXEL]] into %{{.*}}[0, 3, 3, 0] [1, 1, 1, 64]
// LAST: linalg.generic
// LAST: tensor.extract_slice %{{.*}}[0, 1, 2, 0] [1, 1, 1, 64] {{.*}} : tensor<1x7x7x64xf16> to tensor<1x1x1x64xf16>
// LAST: tensor.expand_shape {{.*}} : tensor<64xf16> into tensor<1x64x1x1xf16>
func.func @one_pixel(%x: tensor<1x64x1x1xf16>, %w: tensor<64x64x3x3xf16>) -> (tensor<1x64x5x5xf32>, tensor<1x64x1x1xf16>) {
  %z = arith.constant 0.0 : f16
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x7x7xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<1x64x7x7xf16>) -> tensor<1x64x7x7xf16>
  %0 = tensor.insert_slice %x into %f[0, 0, 3, 3] [1, 64, 1, 1] [1, 1, 1, 1] : tensor<1x64x1x1xf16> into tensor<1x64x7x7xf16>
  %g = tensor.empty() : tensor<1x64x5x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%g : tensor<1x64x5x5xf32>) -> tensor<1x64x5x5xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %w : tensor<1x64x7x7xf16>, tensor<64x64x3x3xf16>) outs(%i : tensor<1x64x5x5xf32>) -> tensor<1x64x5x5xf32>
  %2 = tensor.extract_slice %0[0, 0, 1, 2] [1, 64, 1, 1] [1, 1, 1, 1] : tensor<1x64x7x7xf16> to tensor<1x64x1x1xf16>
  return %1, %2 : tensor<1x64x5x5xf32>, tensor<1x64x1x1xf16>
}
