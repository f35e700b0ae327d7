// TOSA: every op works at one type, control flow has its own ops and terminators.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @cond_if
// CHECK: %[[M:.*]] = tosa.matmul {{.*}} -> tensor<1x64x64xf32>
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[M]] fastmath<contract>
// CHECK: tosa.cond_if %{{.*}} (%{{.*}} = %[[L]]) : tensor<i1> (tensor<1x64x64x[[T]]>) -> tensor<1x64x64x[[T]]>
// CHECK: ^bb0(%{{.*}}: tensor<1x64x64x[[T]]>):
// CHECK: tosa.add {{.*}} -> tensor<1x64x64x[[T]]>
// CHECK: tosa.yield %{{.*}} : tensor<1x64x64x[[T]]>
// CHECK: else
// CHECK: tosa.yield %{{.*}} : tensor<1x64x64x[[T]]>
// CHECK: tosa.matmul %{{.*}} : (tensor<1x64x64x[[T]]>, tensor<1x64x64x[[T]]>, tensor<1x[[T]]>, tensor<1x[[T]]>) -> tensor<1x64x64xf32>
func.func @cond_if(%p: tensor<i1>, %a: tensor<1x64x64xf32>, %b: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %1 = tosa.cond_if %p (%x = %0) : tensor<i1> (tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  ^bb0(%x: tensor<1x64x64xf32>):
    %2 = tosa.add %x, %x : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
    tosa.yield %2 : tensor<1x64x64xf32>
  } else {
  ^bb0(%x: tensor<1x64x64xf32>):
    tosa.yield %x : tensor<1x64x64xf32>
  }
  %3 = tosa.matmul %1, %b, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %3 : tensor<1x64x64xf32>
}

// Layout changes between two products stay low; the softmax between two does
// not.
// CHECK-LABEL: func.func @attention
// CHECK: tosa.transpose {{.*}} -> tensor<1x64x64x[[T]]>
// CHECK: tosa.matmul
// CHECK: tosa.exp {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.reduce_sum {{.*}} -> tensor<1x64x1xf32>
// CHECK: tosa.matmul {{.*}} : (tensor<1x64x64x[[T]]>, tensor<1x64x64x[[T]]>,
func.func @attention(%q: tensor<1x64x64xf32>, %k: tensor<1x64x64xf32>, %v: tensor<1x64x64xf32>) -> tensor<1x64x64xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %kt = tosa.transpose %k {perms = array<i32: 0, 2, 1>} : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %0 = tosa.matmul %q, %kt, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %1 = tosa.exp %0 : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x64x64xf32>) -> tensor<1x64x1xf32>
  %3 = tosa.reciprocal %2 : (tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
  %4 = tosa.mul %1, %3, %s : (tensor<1x64x64xf32>, tensor<1x64x1xf32>, tensor<1xi8>) -> tensor<1x64x64xf32>
  %5 = tosa.matmul %4, %v, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  return %5 : tensor<1x64x64xf32>
}
