// A loop of unknown length is taken to go round several times: what it carries is
// cast in front of it, not in each iteration.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @counted
// CHECK: %[[X:.*]] = arith.truncf %arg0
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %[[X]]) -> (tensor<64x64x[[T]]>)
// CHECK: linalg.matmul ins(%[[H]], %{{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>)
// CHECK: scf.yield %{{.*}} : tensor<64x64x[[T]]>
func.func @counted(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @while
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<64x64x[[T]]>) -> tensor<64x64x[[T]]>
func.func @while(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %limit: f32) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.while (%h = %x) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    %e = tensor.extract %h[%c0, %c0] : tensor<64x64xf32>
    %more = arith.cmpf olt, %e, %limit : f32
    scf.condition(%more) %h : tensor<64x64xf32>
  } do {
  ^bb0(%h: tensor<64x64xf32>):
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
