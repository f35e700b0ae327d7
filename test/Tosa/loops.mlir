// What loops of TOSA carry: running sums stay f32, as in other loops, and so does
// all that goes round where a loop ends once its state changes no more.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

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
