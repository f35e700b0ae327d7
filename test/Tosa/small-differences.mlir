// What is left of differences (test/Analysis/bent-sums.mlir, moved-parts.mlir,
// covariances.mlir) in TOSA: all that is added or taken away stays f32.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

!t = tensor<1x64x64xf32>
!s = tensor<1x64x63xf32>

// CHECK-LABEL: func.func @divergence
// CHECK: tosa.add {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.sub {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.sub {{.*}} -> tensor<1x64x64xf32>
func.func @divergence(%x: !t, %v: !t, %w: !t) -> tensor<1x64x1xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = tosa.matmul %x, %v, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  %l = tosa.matmul %x, %w, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  %e = tosa.exp %l : (!t) -> !t
  %q = tosa.mul %m, %m, %shift : (!t, !t, tensor<1xi8>) -> !t
  %a = tosa.add %l, %one : (!t, tensor<1x1x1xf32>) -> !t
  %b = tosa.sub %a, %q : (!t, !t) -> !t
  %c = tosa.sub %b, %e : (!t, !t) -> !t
  %r = tosa.reduce_sum %c {axis = 2 : i32} : (!t) -> tensor<1x64x1xf32>
  return %r : tensor<1x64x1xf32>
}

// CHECK-LABEL: func.func @temporal
// CHECK: tosa.add {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.mul {{.*}} -> tensor<1x64x63xf32>
// CHECK: tosa.sub {{.*}} -> tensor<1x64x63xf32>
func.func @temporal(%x: !t, %v: !t, %bias: tensor<1x1x64xf32>, %r: !s) -> !s {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %g = "tosa.const"() {values = dense<0.99> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = tosa.matmul %x, %v, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  %y = tosa.add %p, %bias : (!t, tensor<1x1x64xf32>) -> !t
  %s0 = tosa.const_shape {values = dense<[0,0,0]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %s1 = tosa.const_shape {values = dense<[0,0,1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %sz = tosa.const_shape {values = dense<[1,64,63]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %now = tosa.slice %y, %s0, %sz : (!t, !tosa.shape<3>, !tosa.shape<3>) -> !s
  %next = tosa.slice %y, %s1, %sz : (!t, !tosa.shape<3>, !tosa.shape<3>) -> !s
  %d = tosa.mul %next, %g, %shift : (!s, tensor<1x1x1xf32>, tensor<1xi8>) -> !s
  %f = tosa.add %r, %d : (!s, !s) -> !s
  %o = tosa.sub %f, %now : (!s, !s) -> !s
  return %o : !s
}

// CHECK-LABEL: func.func @covariance
// CHECK: tosa.add {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.sub {{.*}} -> tensor<1x64x64xf32>
func.func @covariance(%x: !t, %v: !t, %bias: tensor<1x1x64xf32>) -> !t {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %n = "tosa.const"() {values = dense<0.015625> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = tosa.matmul %x, %v, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  %y = tosa.add %p, %bias : (!t, tensor<1x1x64xf32>) -> !t
  %s = tosa.reduce_sum %y {axis = 1 : i32} : (!t) -> tensor<1x1x64xf32>
  %m = tosa.mul %s, %n, %shift : (tensor<1x1x64xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x64xf32>
  %c = tosa.sub %y, %m : (!t, tensor<1x1x64xf32>) -> !t
  %ct = tosa.transpose %c {perms = array<i32: 0, 2, 1>} : (!t) -> !t
  %r = tosa.matmul %ct, %c, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  return %r : !t
}

// A root by its exponent: what it is of may have cancelled (moments of a pole),
// as before a square root.
// CHECK-LABEL: func.func @root
// CHECK: tosa.sub {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.maximum {{.*}} -> tensor<1x64x64xf32>
// CHECK: tosa.pow
func.func @root(%x: !t, %v: !t) -> !t {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %half = "tosa.const"() {values = dense<0.5> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = tosa.matmul %x, %v, %zp, %zp : (!t, !t, tensor<1xf32>, tensor<1xf32>) -> !t
  %t = tosa.tanh %m : (!t) -> !t
  %q = tosa.mul %t, %t, %shift : (!t, !t, tensor<1xi8>) -> !t
  %d = tosa.sub %one, %q : (tensor<1x1x1xf32>, !t) -> !t
  %c = tosa.maximum %d, %zero : (!t, tensor<1x1x1xf32>) -> !t
  %r = tosa.pow %c, %half : (!t, tensor<1x1x1xf32>) -> !t
  return %r : !t
}
