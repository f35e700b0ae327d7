// A mask that is made by comparing what sums and delicate ops made: rounded, a
// distribution function passes its threshold at another element (sampling from
// the most likely ones).
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -

!t = tensor<64x64xf32>
!v = tensor<64xf32>
!m = tensor<64x64xi1>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The running sum of a softmax, element by element, and a threshold.
// CHECK-LABEL: func.func @nucleus
// CHECK: scf.for {{.*}} -> (tensor<64x1xf32>, tensor<64x64xf32>)
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<64x64xf32>
func.func @nucleus(%x: !t, %w: !t, %u: !t) -> (!t, !m) {
  %zero = arith.constant dense<0.0> : !t
  %none = arith.constant dense<0.0> : !v
  %low = arith.constant dense<0xFF800000> : !v
  %nought = arith.constant dense<0.0> : tensor<64x1xf32>
  %most = arith.constant dense<0.9> : !t
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %e = tensor.empty() : !t
  %l = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%l : !t) outs(%low : !v) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> !v
  %rows = linalg.broadcast ins(%max : !v) outs(%e : !t) dimensions = [1]
  %d = arith.subf %l, %rows : !t
  %p = math.exp %d : !t
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%p : !t) outs(%none : !v) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> !v
  %sums = linalg.broadcast ins(%s : !v) outs(%e : !t) dimensions = [1]
  %q = arith.divf %p, %sums : !t
  %f:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%running = %nought, %all = %zero) -> (tensor<64x1xf32>, !t) {
    %part = tensor.extract_slice %q[0, %i] [64, 1] [1, 1] : !t to tensor<64x1xf32>
    %sum = arith.addf %running, %part : tensor<64x1xf32>
    %next = tensor.insert_slice %sum into %all[0, %i] [64, 1] [1, 1] : tensor<64x1xf32> into !t
    scf.yield %sum, %next : tensor<64x1xf32>, !t
  }
  %k = arith.cmpf olt, %f#1, %most : !t
  %kept = arith.select %k, %q, %zero : !m, !t
  %r = linalg.matmul ins(%kept, %u : !t, !t) outs(%zero : !t) -> !t
  return %r, %k : !t, !m
}

// Of a sign, nothing is lost; and a product's result is as rough as its factors.
// CHECK-LABEL: func.func @signs
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<64x64x{{b?}}f16>
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<64x64x{{b?}}f16>
func.func @signs(%x: !t, %w: !t, %u: !t) -> (!t, !m, !m) {
  %zero = arith.constant dense<0.0> : !t
  %half = arith.constant dense<0.5> : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %e = math.expm1 %p : !t
  %n = arith.addf %e, %e : !t
  %k = arith.cmpf olt, %n, %zero : !t
  %r = linalg.matmul ins(%n, %u : !t, !t) outs(%zero : !t) -> !t
  %q = arith.addf %p, %p : !t
  %j = arith.cmpf olt, %q, %half : !t
  %s = linalg.matmul ins(%q, %u : !t, !t) outs(%r : !t) -> !t
  return %s, %k, %j : !t, !m, !m
}
