// What loops of TOSA carry: running sums stay f32, as in other loops, and so does
// all that goes round where a loop ends once its state changes no more.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="f16 signature=convert" %s -o %t.f16.mlir && FileCheck %s --check-prefix=F16 --input-file=%t.f16.mlir
// RUN: amp-opt --amp-autocast="f16 signature=convert" %t.f16.mlir | diff %t.f16.mlir -

// CHECK-LABEL: func.func @running_sum(
// CHECK: tosa.while_loop {{.*}} : (tensor<1x64x16xf32>, tensor<i32>) -> (tensor<1x64x16xf32>, tensor<i32>)
// CHECK: tosa.matmul {{.*}} (tensor<1x64x64xbf16>, tensor<1x64x16xbf16>,
// CHECK: tosa.add %{{.*}}, %{{.*}} : (tensor<1x64x16xf32>, tensor<1x64x16xf32>)
func.func @running_sum(%w: tensor<1x64x64xf32>, %x: tensor<1x64x16xf32>) -> tensor<1x64x16xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %z0 = "tosa.const"() <{values = dense<0.0> : tensor<1x64x16xf32>}> : () -> tensor<1x64x16xf32>
  %c0 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %most = "tosa.const"() <{values = dense<1000> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tosa.while_loop"(%z0, %c0) ({
  ^bb0(%sum: tensor<1x64x16xf32>, %i: tensor<i32>):
    %more = tosa.greater %most, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  }, {
  ^bb0(%sum: tensor<1x64x16xf32>, %i: tensor<i32>):
    %p = tosa.matmul %w, %x, %zp, %zp : (tensor<1x64x64xf32>, tensor<1x64x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x16xf32>
    %next = tosa.add %sum, %p : (tensor<1x64x16xf32>, tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
    %j = tosa.add %i, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next, %j : tensor<1x64x16xf32>, tensor<i32>
  }) : (tensor<1x64x16xf32>, tensor<i32>) -> (tensor<1x64x16xf32>, tensor<i32>)
  return %r#0 : tensor<1x64x16xf32>
}

// CHECK-LABEL: func.func @fixed_point(
// CHECK: tosa.while_loop {{.*}} : (tensor<1x64x16xf32>, tensor<1x1x1xf32>)
// CHECK: tosa.matmul {{.*}} (tensor<1x64x64xf32>, tensor<1x64x16xf32>,
// CHECK: tosa.tanh %{{.*}} : (tensor<1x64x16xf32>)
// CHECK: tosa.sub %{{.*}}, %{{.*}} : (tensor<1x64x16xf32>, tensor<1x64x16xf32>)
func.func @fixed_point(%w: tensor<1x64x64xf32>, %x: tensor<1x64x16xf32>) -> tensor<1x64x16xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %tolerance = "tosa.const"() <{values = dense<1.0e-4> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %z0 = "tosa.const"() <{values = dense<0.0> : tensor<1x64x16xf32>}> : () -> tensor<1x64x16xf32>
  %scalar = "tosa.const_shape"() <{values = dense<> : tensor<0xindex>}> : () -> !tosa.shape<0>
  %r:2 = "tosa.while_loop"(%z0, %one) ({
  ^bb0(%z: tensor<1x64x16xf32>, %change: tensor<1x1x1xf32>):
    %more = tosa.greater %change, %tolerance : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xi1>
    %all = tosa.reshape %more, %scalar : (tensor<1x1x1xi1>, !tosa.shape<0>) -> tensor<i1>
    tosa.yield %all : tensor<i1>
  }, {
  ^bb0(%z: tensor<1x64x16xf32>, %change: tensor<1x1x1xf32>):
    %p = tosa.matmul %w, %z, %zp, %zp : (tensor<1x64x64xf32>, tensor<1x64x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x16xf32>
    %s = tosa.add %p, %x : (tensor<1x64x16xf32>, tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
    %next = tosa.tanh %s : (tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
    %d = tosa.sub %next, %z : (tensor<1x64x16xf32>, tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
    %a = tosa.abs %d : (tensor<1x64x16xf32>) -> tensor<1x64x16xf32>
    %m1 = tosa.reduce_max %a {axis = 1 : i32} : (tensor<1x64x16xf32>) -> tensor<1x1x16xf32>
    %m2 = tosa.reduce_max %m1 {axis = 2 : i32} : (tensor<1x1x16xf32>) -> tensor<1x1x1xf32>
    tosa.yield %next, %m2 : tensor<1x64x16xf32>, tensor<1x1x1xf32>
  }) : (tensor<1x64x16xf32>, tensor<1x1x1xf32>) -> (tensor<1x64x16xf32>, tensor<1x1x1xf32>)
  return %r#0 : tensor<1x64x16xf32>
}

// What comes out of a loop is not what went in: a square that a loop takes is none
// behind it, the first time as the second.
// F16-LABEL: func.func @carried_square(
// F16: tosa.while_loop {{.*}} : (tensor<2x4x4xf16>, tensor<i32>)
// F16: tosa.mul %{{.*}} : (tensor<2x4x4xf16>, tensor<2x4x4xf16>, tensor<1xi8>)
func.func @carried_square(%x: tensor<2x4x4xf32>, %s: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c0 = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %c1 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %most = "tosa.const"() <{values = dense<8> : tensor<i32>}> : () -> tensor<i32>
  %w = "tosa.const"() <{values = dense<0.1> : tensor<2x4x4xf32>}> : () -> tensor<2x4x4xf32>
  %square = tosa.mul %s, %s, %shift : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  %r:2 = "tosa.while_loop"(%square, %c0) ({
  ^bb0(%state: tensor<2x4x4xf32>, %i: tensor<i32>):
    %more = tosa.greater %most, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  }, {
  ^bb0(%state: tensor<2x4x4xf32>, %i: tensor<i32>):
    %p = tosa.matmul %w, %state, %zp, %zp : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x4xf32>
    %j = tosa.add %i, %c1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %p, %j : tensor<2x4x4xf32>, tensor<i32>
  }) : (tensor<2x4x4xf32>, tensor<i32>) -> (tensor<2x4x4xf32>, tensor<i32>)
  %out = tosa.mul %x, %r#0, %shift : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<1xi8>) -> tensor<2x4x4xf32>
  return %out : tensor<2x4x4xf32>
}
