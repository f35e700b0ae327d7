// What is averaged behind a batch norm or a SiLU (squeeze and excitation) is of
// the size of data, also where generics arrive whose bodies do not show that a
// factor is a weight, or one over an exponential: no second moment. Products of
// data by data are.
// RUN: amp-opt %s --split-input-file --amp-autocast='f16 signature=convert' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --split-input-file --amp-autocast='f16 signature=convert' | diff %t -

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>
#row = affine_map<(d0) -> (d0)>
!picture = tensor<1x64x16x16xf32>
!pooled = tensor<1x64x1x1xf32>

// CHECK-LABEL: func @batch_norm
// CHECK: linalg.pooling_nchw_sum {{.*}} ins({{.*}} : tensor<1x64x16x16xf16>, tensor<16x16xf32>)
func.func @batch_norm(%a: !picture, %w: tensor<64x64x1x1xf32>, %gamma: tensor<64xf32>, %variance: tensor<64xf32>) -> !pooled {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : !picture
  %z = linalg.fill ins(%zero : f32) outs(%e : !picture) -> !picture
  %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : !picture, tensor<64x64x1x1xf32>) outs(%z : !picture) -> !picture
  %es = tensor.empty() : tensor<64xf32>
  %scale = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%variance : tensor<64xf32>) outs(%es : tensor<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %epsilon : f32
    %r = math.rsqrt %s : f32
    linalg.yield %r : f32
  } -> tensor<64xf32>
  %normal = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale : !picture, tensor<64xf32>) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  %y = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%normal, %gamma : !picture, tensor<64xf32>) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  %window = tensor.empty() : tensor<16x16xf32>
  %ep = tensor.empty() : !pooled
  %zp = linalg.fill ins(%zero : f32) outs(%ep : !pooled) -> !pooled
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%y, %window : !picture, tensor<16x16xf32>) outs(%zp : !pooled) -> !pooled
  return %sum : !pooled
}

// -----

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
!picture = tensor<1x64x16x16xf32>
!pooled = tensor<1x64x1x1xf32>

// CHECK-LABEL: func @silu
// CHECK: linalg.pooling_nchw_sum {{.*}} ins({{.*}} : tensor<1x64x16x16xf16>, tensor<16x16xf32>)
func.func @silu(%a: !picture, %w: tensor<64x64x1x1xf32>) -> !pooled {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : !picture
  %z = linalg.fill ins(%zero : f32) outs(%e : !picture) -> !picture
  %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : !picture, tensor<64x64x1x1xf32>) outs(%z : !picture) -> !picture
  %sigmoid = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %n = arith.negf %p : f32
    %x1 = math.exp %n : f32
    %s = arith.addf %x1, %one : f32
    %q = arith.divf %one, %s : f32
    linalg.yield %q : f32
  } -> !picture
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sigmoid, %x : !picture, !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  %window = tensor.empty() : tensor<16x16xf32>
  %ep = tensor.empty() : !pooled
  %zp = linalg.fill ins(%zero : f32) outs(%ep : !pooled) -> !pooled
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%y, %window : !picture, tensor<16x16xf32>) outs(%zp : !pooled) -> !pooled
  return %sum : !pooled
}

// -----

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
!picture = tensor<1x64x16x16xf32>
!pooled = tensor<1x64x1x1xf32>

// Of an exponential alone times its exponent, and of data by data, nobody knows.
// CHECK-LABEL: func @moments
// CHECK: linalg.pooling_nchw_sum {{.*}} ins({{.*}} : tensor<1x64x16x16xf32>, tensor<16x16xf32>)
// CHECK: linalg.pooling_nchw_sum {{.*}} ins({{.*}} : tensor<1x64x16x16xf32>, tensor<16x16xf32>)
func.func @moments(%a: !picture, %w: tensor<64x64x1x1xf32>, %other: !picture) -> (!pooled, !pooled) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !picture
  %z = linalg.fill ins(%zero : f32) outs(%e : !picture) -> !picture
  %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : !picture, tensor<64x64x1x1xf32>) outs(%z : !picture) -> !picture
  %negative = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %m = arith.minimumf %p, %zero : f32
    linalg.yield %m : f32
  } -> !picture
  %probability = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%negative : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %q = math.exp %p : f32
    linalg.yield %q : f32
  } -> !picture
  %entropy = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%probability, %negative : !picture, !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  %product = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%other, %x : !picture, !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  %window = tensor.empty() : tensor<16x16xf32>
  %ep = tensor.empty() : !pooled
  %zp = linalg.fill ins(%zero : f32) outs(%ep : !pooled) -> !pooled
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%entropy, %window : !picture, tensor<16x16xf32>) outs(%zp : !pooled) -> !pooled
  %sum2 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%product, %window : !picture, tensor<16x16xf32>) outs(%zp : !pooled) -> !pooled
  return %sum, %sum2 : !pooled, !pooled
}
