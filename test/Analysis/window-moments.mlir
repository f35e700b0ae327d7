// Squares that a sliding window sums up, and the sums up to a root, are as delicate
// as those of any sum: a local response norm of 300 was 0 in f16, a pooling by the
// second norm infinite (found by the node tests of ONNX: LRN, LpPool). Averages of
// data stay low.
// RUN: amp-opt %s --amp-autocast='f16 signature=convert report=%t.json' -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt %s --amp-autocast='f16 signature=convert guards=false' | FileCheck %s --check-prefix=OFF

// REPORT: "binding": "second-moment"
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
!picture = tensor<1x64x8x8xf32>

// CHECK-LABEL: func @response
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64x8x8xf32>)
// CHECK-NEXT: ^bb0
// CHECK: arith.mulf
// CHECK: %[[SUM:.*]] = linalg.pooling_nchw_sum {{.*}} -> tensor<1x64x8x8xf32>
// CHECK-NOT: arith.truncf %[[SUM]]
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<1x64x8x8xf32>) outs(%{{.*}} : tensor<1x64x8x8xf32>)
// CHECK: arith.addf
// CHECK: math.powf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x64x8x8xf16>, tensor<1x64x8x8xf16>) outs(%{{.*}} : tensor<1x64x8x8xf16>)
// CHECK: arith.divf
// OFF-LABEL: func @response
// OFF: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64x8x8xf16>)
func.func @response(%a: !picture, %w: tensor<64x64x1x1xf32>) -> !picture {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 1.0e-4 : f32
  %one = arith.constant 1.0 : f32
  %power = arith.constant 0.75 : f32
  %e = tensor.empty() : !picture
  %z = linalg.fill ins(%zero : f32) outs(%e : !picture) -> !picture
  %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : !picture, tensor<64x64x1x1xf32>) outs(%z : !picture) -> !picture
  %sq = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %m = arith.mulf %p, %p : f32
    linalg.yield %m : f32
  } -> !picture
  %padded = tensor.pad %sq low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !picture to tensor<1x64x10x10xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %window : tensor<1x64x10x10xf32>, tensor<3x3xf32>) outs(%z : !picture) -> !picture
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%sum : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %m = arith.mulf %p, %scale : f32
    %s = arith.addf %m, %one : f32
    linalg.yield %s : f32
  } -> !picture
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%d : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %m = math.powf %p, %power : f32
    linalg.yield %m : f32
  } -> !picture
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %r : !picture, !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.divf %p, %q : f32
    linalg.yield %m : f32
  } -> !picture
  return %y : !picture
}

// CHECK-LABEL: func @tosa
// CHECK: tosa.mul {{.*}} -> tensor<1x8x8x64xf32>
// CHECK: tosa.avg_pool2d {{.*}} -> tensor<1x4x4x64xf32>
func.func @tosa(%x: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x4x4x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape = tosa.const_shape {values = dense<[1, 8, 8, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %p = tosa.matmul %x, %w, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %q = tosa.reshape %p, %shape : (tensor<1x64x64xf32>, !tosa.shape<4>) -> tensor<1x8x8x64xf32>
  %s = tosa.mul %q, %q, %shift : (tensor<1x8x8x64xf32>, tensor<1x8x8x64xf32>, tensor<1xi8>) -> tensor<1x8x8x64xf32>
  %r = tosa.avg_pool2d %s, %zero, %zero {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x64xf32>
  return %r : tensor<1x4x4x64xf32>
}

// CHECK-LABEL: func @average
// CHECK: tosa.avg_pool2d {{.*}} -> tensor<1x4x4x64xf16>
func.func @average(%x: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x4x4x64xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[1, 8, 8, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %p = tosa.matmul %x, %w, %zero, %zero : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %q = tosa.reshape %p, %shape : (tensor<1x64x64xf32>, !tosa.shape<4>) -> tensor<1x8x8x64xf32>
  %r = tosa.avg_pool2d %q, %zero, %zero {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x64xf32>
  return %r : tensor<1x4x4x64xf32>
}

// The third norm: what is summed up is a cube.
// CHECK-LABEL: func @cubes
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64x8x8xf32>)
// CHECK: math.fpowi
// CHECK: %[[SUM:.*]] = linalg.pooling_nchw_sum
// CHECK-NOT: arith.truncf %[[SUM]]
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<1x64x7x7xf32>) outs(%{{.*}} : tensor<1x64x7x7xf16>)
// CHECK: math.powf
func.func @cubes(%a: !picture, %w: tensor<64x64x1x1xf32>) -> tensor<1x64x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %third = arith.constant 0.33333334 : f32
  %three = arith.constant 3 : i64
  %e = tensor.empty() : !picture
  %z = linalg.fill ins(%zero : f32) outs(%e : !picture) -> !picture
  %x = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : !picture, tensor<64x64x1x1xf32>) outs(%z : !picture) -> !picture
  %cube = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : !picture) outs(%e : !picture) {
  ^bb0(%p: f32, %o: f32):
    %m = math.absf %p : f32
    %c = math.fpowi %m, %three : f32, i64
    linalg.yield %c : f32
  } -> !picture
  %window = tensor.empty() : tensor<2x2xf32>
  %e7 = tensor.empty() : tensor<1x64x7x7xf32>
  %z7 = linalg.fill ins(%zero : f32) outs(%e7 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  %sum = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%cube, %window : !picture, tensor<2x2xf32>) outs(%z7 : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%sum : tensor<1x64x7x7xf32>) outs(%e7 : tensor<1x64x7x7xf32>) {
  ^bb0(%p: f32, %o: f32):
    %m = math.powf %p, %third : f32
    linalg.yield %m : f32
  } -> tensor<1x64x7x7xf32>
  return %r : tensor<1x64x7x7xf32>
}
