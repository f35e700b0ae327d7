// A square that a loop, or a training step, adds to what it carries is a second
// moment like one before a sum: in f16 it would underflow, and the step that is
// divided by its root would be without bounds. bf16 has f32's range.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func.func @loop
// CHECK: %[[Q:.*]] = arith.mulf %[[G:.*]], %[[G]] : tensor<64x64xf32>
// CHECK: arith.mulf %[[Q]], %{{.*}} : tensor<64x64xf32>
// BF16-LABEL: func.func @loop
// BF16: arith.mulf %[[G:.*]], %[[G]] : tensor<64x64xbf16>
func.func @loop(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %old = arith.constant dense<0.999> : tensor<64x64xf32>
  %new = arith.constant dense<0.001> : tensor<64x64xf32>
  %tiny = arith.constant dense<1.0e-8> : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0 to %c50 step %c1 iter_args(%p = %w, %s = %v) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %h = linalg.matmul ins(%x, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %g = math.tanh %h : tensor<64x64xf32>
    %q = arith.mulf %g, %g : tensor<64x64xf32>
    %a = arith.mulf %q, %new : tensor<64x64xf32>
    %b = arith.mulf %s, %old : tensor<64x64xf32>
    %n = arith.addf %b, %a : tensor<64x64xf32>
    %root = math.sqrt %n : tensor<64x64xf32>
    %t = arith.addf %root, %tiny : tensor<64x64xf32>
    %d = arith.divf %x, %t : tensor<64x64xf32>
    %e = arith.mulf %d, %tiny : tensor<64x64xf32>
    %next = arith.subf %p, %e : tensor<64x64xf32>
    scf.yield %next, %n : tensor<64x64xf32>, tensor<64x64xf32>
  }
  return %r#0, %r#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// CHECK-LABEL: func.func @step
// CHECK: %[[Q:.*]] = arith.mulf %[[G:.*]], %[[G]] : tensor<64x64xf32>
// CHECK: arith.mulf %[[Q]], %{{.*}} : tensor<64x64xf32>
func.func @step(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %old = arith.constant dense<0.999> : tensor<64x64xf32>
  %new = arith.constant dense<0.001> : tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = arith.mulf %g, %g : tensor<64x64xf32>
  %a = arith.mulf %q, %new : tensor<64x64xf32>
  %b = arith.mulf %v, %old : tensor<64x64xf32>
  %n = arith.addf %b, %a : tensor<64x64xf32>
  return %n : tensor<64x64xf32>
}
