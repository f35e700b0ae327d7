// What a public function makes of an argument and returns in its type, a caller
// may hand in again, as training steps are called: rounded each time, weights
// lose steps below half a unit in their last place.
// RUN: amp-opt --amp-autocast="bf16 report=%t.json" %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -
// RUN: amp-opt --amp-autocast="bf16 assign=fixpoint" %s | FileCheck %s
// RUN: amp-opt --amp-autocast="bf16 signature=convert" %s | FileCheck %s --check-prefix=CONVERT

// REPORT: "binding": "accumulator"
#id = affine_map<(i, j) -> (i, j)>

// A weight reads its own digits where it is updated, low ones in its product;
// all of its first update stays f32, and so does a moment, which decays first.
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:.*]]: tensor<64x64xf32>, %[[M:.*]]: tensor<64x64xf32>,
// CHECK: %[[LOW:.*]] = arith.truncf %[[W]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[LOW]]
// CHECK: linalg.generic {{.*}} ins(%[[M]] : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: %[[MOMENT:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xbf16>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: %[[DECAYED:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[DECAYED]], %[[MOMENT]] : tensor<64x64xf32>, tensor<64x64xf32>)
// With another signature, the caller keeps the digits.
// CONVERT-LABEL: func.func @step(
// CONVERT-SAME: %{{.*}}: tensor<64x64xbf16>,
// CONVERT-LABEL: func.func @layer(
func.func @step(%w: tensor<64x64xf32>, %m: tensor<64x64xf32>, %x: tensor<16x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %decay = arith.constant 0.9 : f32
  %shrink = arith.constant 0.999 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %we = tensor.empty() : tensor<64x64xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<64x64xf32>) -> tensor<64x64xf32>
  %xe = tensor.empty() : tensor<64x16xf32>
  %xt = linalg.transpose ins(%x : tensor<16x64xf32>) outs(%xe : tensor<64x16xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%xt, %y : tensor<64x16xf32>, tensor<16x64xf32>) outs(%wf : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<64x64xf32>) outs(%we : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %decay : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %m2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m1, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%we : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %s = arith.addf %in, %in2 : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %w1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x64xf32>) outs(%we : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %shrink : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %w2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w1, %m2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%we : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %s = arith.subf %in, %in2 : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %w2, %m2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A layer adds to its input, which its products read as data: what lies between
// is rounded as in any layer. So it is in a function that its callers alone call.
// CHECK-LABEL: func.func @layer(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xbf16>)
// CHECK: linalg.matmul ins(%[[SUM]],
// CHECK-LABEL: func.func private @inner(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @layer(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> (tensor<16x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %p : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a = arith.addf %in, %in2 : f32
    linalg.yield %a : f32
  } -> tensor<16x64xf32>
  %q = linalg.matmul ins(%s, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %q : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a = arith.addf %in, %in2 : f32
    linalg.yield %a : f32
  } -> tensor<16x64xf32>
  %we = tensor.empty() : tensor<64x64xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = linalg.matmul ins(%w, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%wf : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = func.call @inner(%n, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = linalg.matmul ins(%u, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%wf : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %t, %v : tensor<16x64xf32>, tensor<64x64xf32>
}
func.func private @inner(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a1 = arith.addf %in, %in2 : f32
    linalg.yield %a1 : f32
  } -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// Data to which one op adds: a step of an ODE.
// CHECK-LABEL: func.func @euler(
// CHECK-SAME: %[[Y:.*]]: tensor<16x64xf32>,
// CHECK: linalg.generic {{.*}} ins(%[[Y]], %{{.*}} : tensor<16x64xf32>, tensor<16x64xbf16>) outs(%{{.*}} : tensor<16x64xf32>)
func.func @euler(%y: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %step = arith.constant 0.001 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%y, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %p : tensor<16x64xf32>, tensor<16x64xf32>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %d = arith.mulf %in2, %step : f32
    %a = arith.addf %in, %d : f32
    linalg.yield %a : f32
  } -> tensor<16x64xf32>
  return %s : tensor<16x64xf32>
}

#vector = affine_map<(i) -> (i)>
#single = affine_map<(i) -> ()>
#rows = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>

// A bias that a caller averages, by a number that a run chooses: it is repeated for
// the data, which is no layer's input. Rounded, steps of a thousandth are lost.
// CHECK-LABEL: func.func @average
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64x{{.*}}>) outs(%{{.*}} : tensor<64xf32>)
func.func @average(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %bias: tensor<64xf32>, %decay: tensor<f32>) -> (tensor<32x64xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x64xf32>) outs(%init : tensor<32x64xf32>) -> tensor<32x64xf32>
  %b = linalg.generic {indexing_maps = [#rows, #both], iterator_types = ["parallel", "parallel"]}
         ins(%bias : tensor<64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<32x64xf32>
  %y = linalg.add ins(%p, %b : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %none = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %row = linalg.reduce { arith.addf } ins(%p : tensor<32x64xf32>) outs(%none : tensor<64xf32>) dimensions = [0]
  %d = linalg.generic {indexing_maps = [#single, #vector], iterator_types = ["parallel"]}
         ins(%decay : tensor<f32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<64xf32>
  %old = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]}
         ins(%d, %bias : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %0 = arith.mulf %in, %other : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %new = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]}
         ins(%old, %row : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %0 = arith.addf %in, %other : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %y, %new : tensor<32x64xf32>, tensor<64xf32>
}
