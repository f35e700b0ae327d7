// RUN: amp-opt %s --amp-autocast="f16 accumulate=low" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: amp-opt %t.mlir --amp-autocast="f16 accumulate=low" | diff - %t.mlir

// With accumulate=low a convolution that stayed high stays so when the module is
// converted again, where the bias that it starts from was widened for it. Found by
// amp-fuzz behind the lowering of TOSA to linalg, seed 980919 at the time.

// CHECK: linalg.conv_2d_nhwc_fhwc {{.*}} ins(%{{.*}} : tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>)
#channel = affine_map<(n, h, w, c) -> (c)>
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
func.func @main(%x: tensor<2x4x4xf32>, %y: tensor<2x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<2x4x4xf32>) {
  %v = arith.constant dense<0.1> : tensor<4x1x1x4xf32>
  %one = arith.constant dense<1.0> : tensor<1x2x4x4xf32>
  %other = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%one, %v : tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>) outs(%one : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %w = arith.constant dense<0.1> : tensor<4x1x1x4xf32>
  %b = arith.constant dense<0.5> : tensor<4xf32>
  %wide = tosa.const_shape {values = dense<[1, 2, 4, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %i = tosa.reshape %x, %wide : (tensor<2x4x4xf32>, !tosa.shape<4>) -> tensor<1x2x4x4xf32>
  %e = tensor.empty() : tensor<1x2x4x4xf32>
  %bias = linalg.generic {indexing_maps = [#channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<4xf32>) outs(%e : tensor<1x2x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x2x4x4xf32>
  %c = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%i, %w : tensor<1x2x4x4xf32>, tensor<4x1x1x4xf32>) outs(%bias : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %narrow = tosa.const_shape {values = dense<[2, 4, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.reshape %c, %narrow : (tensor<1x2x4x4xf32>, !tosa.shape<3>) -> tensor<2x4x4xf32>
  %p = tosa.pow %r, %y : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %other, %p : tensor<1x2x4x4xf32>, tensor<2x4x4xf32>
}
