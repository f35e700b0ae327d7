// What a loop multiplies a running value by is read as it was made: a decay of
// 0.999 is one in bf16, and its rounding is raised to the power of the iterations.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

!t = tensor<64x64xf32>
#id = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @scan
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<64xf32>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @scan(%x: !t, %w: !t, %rate: tensor<64xf32>) -> (!t, tensor<64x64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !t
  %e = tensor.empty() : !t
  %e1 = tensor.empty() : tensor<64xf32>
  %log = tensor.empty() : tensor<64x64x64xf32>
  %decay = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
         ins(%rate : tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %u = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %r:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero, %l = %log) -> (!t, tensor<64x64x64xf32>) {
    %a = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
           ins(%decay : tensor<64xf32>) outs(%e : !t) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> !t
    %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%a, %s : !t, !t) outs(%e : !t) {
    ^bb0(%in: f32, %other: f32, %out: f32):
      %0 = arith.mulf %in, %other : f32
      linalg.yield %0 : f32
    } -> !t
    %n = arith.addf %d, %u : !t
    %nl = tensor.insert_slice %n into %l[%i, 0, 0] [1, 64, 64] [1, 1, 1] : !t into tensor<64x64x64xf32>
    scf.yield %n, %nl : !t, tensor<64x64x64xf32>
  }
  return %r#0, %r#1 : !t, tensor<64x64x64xf32>
}

// In one body, by what is made of a product.
// CHECK-LABEL: func.func @fused
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>, 
func.func @fused(%x: !t, %w: !t, %v: !t) -> (!t, tensor<64x64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !t
  %e = tensor.empty() : !t
  %log = tensor.empty() : tensor<64x64x64xf32>
  %u = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %p = linalg.matmul ins(%x, %v : !t, !t) outs(%zero : !t) -> !t
  %gate = linalg.tanh ins(%p : !t) outs(%e : !t) -> !t
  %r:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero, %l = %log) -> (!t, tensor<64x64x64xf32>) {
    %n = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%s, %gate, %u : !t, !t, !t) outs(%e : !t) {
    ^bb0(%state: f32, %a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %state, %a : f32
      %1 = math.tanh %b : f32
      %2 = arith.addf %0, %1 : f32
      linalg.yield %2 : f32
    } -> !t
    %nl = tensor.insert_slice %n into %l[%i, 0, 0] [1, 64, 64] [1, 1, 1] : !t into tensor<64x64x64xf32>
    scf.yield %n, %nl : !t, tensor<64x64x64xf32>
  }
  return %r#0, %r#1 : !t, tensor<64x64x64xf32>
}

// The gates of a recurrent layer, made anew of its state, are none.
// CHECK-LABEL: func.func @gates
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>)
// CHECK-NOT: arith.mulf {{.*}} : tensor<64x64xf32>
func.func @gates(%x: !t, %w: !t) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : !t
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %x) -> (!t) {
    %p = linalg.matmul ins(%s, %w : !t, !t) outs(%zero : !t) -> !t
    %g = math.tanh %p : !t
    %d = arith.mulf %g, %s : !t
    %n = arith.addf %d, %g : !t
    scf.yield %n : !t
  }
  return %r : !t
}
