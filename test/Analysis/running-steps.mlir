// What one sum that a loop carries adds, element by element, of what another has
// come to (a weight and its momentum, a position and its velocity): both stay
// f32. The streams of a network add what products make of each other.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

!t = tensor<64x64xf32>

// CHECK-LABEL: func.func @momentum
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @momentum(%w: !t, %m: !t, %x: !t) -> (!t, !t) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : !t
  %decay = arith.constant dense<0.9> : !t
  %r:2 = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %w, %v = %m) -> (!t, !t) {
    %p = linalg.matmul ins(%x, %s : !t, !t) outs(%zero : !t) -> !t
    %g = math.tanh %p : !t
    %d = arith.mulf %v, %decay : !t
    %next = arith.addf %d, %g : !t
    %step = math.atan %next : !t
    %n = arith.subf %s, %step : !t
    scf.yield %n, %next : !t, !t
  }
  return %r#0, %r#1 : !t, !t
}

// CHECK-LABEL: func.func @streams
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @streams(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : !t
  %r:2 = scf.for %i = %c0 to %c50 step %c1 iter_args(%a = %x, %b = %y) -> (!t, !t) {
    %p = linalg.matmul ins(%b, %w : !t, !t) outs(%zero : !t) -> !t
    %f = math.tanh %p : !t
    %na = arith.addf %a, %f : !t
    %q = linalg.matmul ins(%na, %w : !t, !t) outs(%zero : !t) -> !t
    %g = math.tanh %q : !t
    %nb = arith.addf %b, %g : !t
    scf.yield %na, %nb : !t, !t
  }
  return %r#0, %r#1 : !t, !t
}

// Layers, of which another sum collects the results.
// CHECK-LABEL: func.func @collected
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>, tensor<64x64xf32>)
func.func @collected(%x: !t, %w: !t) -> (!t, !t) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : !t
  %r:2 = scf.for %i = %c0 to %c50 step %c1 iter_args(%a = %x, %b = %zero) -> (!t, !t) {
    %p = linalg.matmul ins(%a, %w : !t, !t) outs(%zero : !t) -> !t
    %f = math.tanh %p : !t
    %na = arith.addf %a, %f : !t
    %nb = arith.addf %b, %na : !t
    scf.yield %na, %nb : !t, !t
  }
  return %r#0, %r#1 : !t, !t
}
