// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 report=-" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// A weight is cast where it is data, once. What an op moves is made at each run,
// and a cast of it would be, too.

// REPORT: 0 of weights

// A bias that a convolution starts from is read in f32.
// CHECK-LABEL: @bias
// CHECK: %[[BIAS:.*]] = arith.constant dense<{{.*}}> : tensor<32xf32>
// CHECK: %[[INIT:.*]] = linalg.broadcast ins(%[[BIAS]] : tensor<32xf32>)
// CHECK-NOT: arith.extf
// CHECK: linalg.conv_2d_nchw_fchw {{.*}}xf16>) outs(%[[INIT]] : tensor<1x32x14x14xf32>)
func.func @bias(%x: tensor<1x16x16x16xf32>) -> tensor<1x32x14x14xf32> {
  %filter = arith.constant dense<0.5> : tensor<32x16x3x3xf32>
  %bias = arith.constant dense<0.1> : tensor<32xf32>
  %empty = tensor.empty() : tensor<1x32x14x14xf32>
  %init = linalg.broadcast ins(%bias : tensor<32xf32>)
      outs(%empty : tensor<1x32x14x14xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw
      ins(%x, %filter : tensor<1x16x16x16xf32>, tensor<32x16x3x3xf32>)
      outs(%init : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
  return %conv : tensor<1x32x14x14xf32>
}

// A weight that is repeated for each image is repeated in f16.
// CHECK-LABEL: @repeated
// CHECK: arith.constant dense<{{.*}}> : tensor<64x48xf16>
// CHECK: linalg.broadcast {{.*}} outs(%{{.*}} : tensor<4x64x48xf16>)
// CHECK-NOT: arith.truncf {{.*}}tensor<4x64x48x
// CHECK: linalg.batch_matmul
func.func @repeated(%x: tensor<4x32x64xf32>, %out: tensor<4x32x48xf32>) -> tensor<4x32x48xf32> {
  %weight = arith.constant dense<0.1> : tensor<64x48xf32>
  %empty = tensor.empty() : tensor<4x64x48xf32>
  %all = linalg.broadcast ins(%weight : tensor<64x48xf32>)
      outs(%empty : tensor<4x64x48xf32>) dimensions = [0]
  %product = linalg.batch_matmul ins(%x, %all : tensor<4x32x64xf32>, tensor<4x64x48xf32>)
      outs(%out : tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
  return %product : tensor<4x32x48xf32>
}

// A scale behind a view is data in one type, not cast behind the view.
// CHECK-LABEL: @scale
// CHECK-NOT: arith.truncf {{.*}}tensor<1x32x1x1x
func.func @scale(%x: tensor<1x16x4x4xf32>) -> tensor<1x32x2x2xf32> {
  %filter = arith.constant dense<0.5> : tensor<32x16x3x3xf32>
  %other = arith.constant dense<0.25> : tensor<32x32x1x1xf32>
  %constant = arith.constant dense<0.1> : tensor<32xf32>
  %scale = tensor.expand_shape %constant [[0, 1, 2, 3]] output_shape [1, 32, 1, 1]
      : tensor<32xf32> into tensor<1x32x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x32x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%x, %filter : tensor<1x16x4x4xf32>, tensor<32x16x3x3xf32>)
      outs(%init : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %scaled = linalg.generic {
      indexing_maps = [affine_map<(b, c, h, w) -> (b, c, h, w)>,
                       affine_map<(b, c, h, w) -> (0, c, 0, 0)>,
                       affine_map<(b, c, h, w) -> (b, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %scale : tensor<1x32x2x2xf32>, tensor<1x32x1x1xf32>)
      outs(%empty : tensor<1x32x2x2xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %product = arith.mulf %in, %by : f32
    linalg.yield %product : f32
  } -> tensor<1x32x2x2xf32>
  %last = linalg.conv_2d_nchw_fchw
      ins(%scaled, %other : tensor<1x32x2x2xf32>, tensor<32x32x1x1xf32>)
      outs(%init : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  return %last : tensor<1x32x2x2xf32>
}
