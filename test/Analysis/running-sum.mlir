// RUN: amp-opt --amp-print-ranges %s -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: amp-opt --amp-autocast=f16 %s -split-input-file | FileCheck %s
// RUN: split-file %s %t && amp-opt --amp-autocast="f16 report=%t/report" %t/open.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT < %t/report

// What a loop does nothing with but add to it stays f32, as an accumulator; its
// ends move as often as the loop runs. A layer's input, which others read, is
// none where the layers are few.
// RANGE: scf.for result 0: [-409600, 409600] reaches [-311949, 311949]; f16 overflow
// CHECK-LABEL: @sum
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: math.tanh {{.*}} tensor<64x64xf16>
// CHECK: addf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @sum(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %h = arith.constant dense<100.0> : tensor<64x64xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %t1 = arith.mulf %t, %h : tensor<64x64xf32>
    %a = arith.addf %acc, %t1 : tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----
//--- open.mlir

// REPORT: "constraint": "fixed high: accumulator"
// REPORT: "op": "arith.subf"
// REPORT: "binding": "accumulator"
// RANGE: subf result 0: unknown
// CHECK-LABEL: @open
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
// CHECK: scf.for {{.*}} -> (tensor<64x64xf16>)
func.func @open(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %n: index) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %layers = arith.constant 24 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %a = arith.subf %acc, %t : tensor<64x64xf32>
    scf.yield %a : tensor<64x64xf32>
  }
  %k = scf.for %i = %c0 to %layers step %c1 iter_args(%layer = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%layer, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %l = arith.addf %layer, %t : tensor<64x64xf32>
    scf.yield %l : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%k, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----
//--- forall.mlir

// What parallel iterations put together is known.
// RANGE: scf.forall result 0: [0, 100000] reaches [0, 100000]; f16 overflow
// CHECK-LABEL: @forall
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @forall(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %big = arith.constant dense<1.0e5> : tensor<1x64xf32>
  %g = scf.forall (%i) in (64) shared_outs(%o = %z) -> (tensor<64x64xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %big into %o[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<64x64xf32>
    }
  }
  %0 = linalg.matmul ins(%x, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// What grows by a factor reaches what that gives in all iterations; what is
// clamped reaches no further.
// RANGE: scf.for result 0: [1, inf] reaches [1, 1.04858e+06]; f16 overflow
// RANGE: scf.for result 1: [{{.*}}, 7] reaches [{{.*}}, 7]; f16 fits
// CHECK-LABEL: @doubled
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>,
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @doubled(%w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %two = arith.constant dense<2.0> : tensor<64x64xf32>
  %most = arith.constant dense<7.0> : tensor<64x64xf32>
  %k:2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %one, %b = %one) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %p = arith.mulf %a, %two : tensor<64x64xf32>
    %q = arith.mulf %b, %two : tensor<64x64xf32>
    %m = arith.minimumf %q, %most : tensor<64x64xf32>
    scf.yield %p, %m : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %r = linalg.matmul ins(%k#0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %k#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A loop in a loop goes on from where the outer one is.
// RANGE: scf.for result 0: [0, inf] reaches [0, 160000]; f16 overflow
// CHECK-LABEL: @nested
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @nested(%w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = arith.constant dense<100.0> : tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z) -> (tensor<64x64xf32>) {
    %i = scf.for %l = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<64x64xf32>) {
      %q = arith.addf %b, %h : tensor<64x64xf32>
      scf.yield %q : tensor<64x64xf32>
    }
    scf.yield %i : tensor<64x64xf32>
  }
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// What is a factor, or is taken away, is not added to.
// RANGE: scf.for result 0: [100, inf] reaches [100, {{.*}}]; f16 overflow
// RANGE: scf.for result 0: [0, 100] reaches [0, 100]; f16 fits
// CHECK-LABEL: @factor
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @factor(%w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %two = arith.constant dense<2.0> : tensor<64x64xf32>
  %h = arith.constant dense<100.0> : tensor<64x64xf32>
  %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %h) -> tensor<64x64xf32> {
    %q = math.fma %b, %two, %h : tensor<64x64xf32>
    scf.yield %q : tensor<64x64xf32>
  }
  %t = scf.for %j = %c0 to %n step %c1 iter_args(%b = %z) -> tensor<64x64xf32> {
    %q = arith.subf %h, %b : tensor<64x64xf32>
    scf.yield %q : tensor<64x64xf32>
  }
  %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p, %t : tensor<64x64xf32>, tensor<64x64xf32>
}
