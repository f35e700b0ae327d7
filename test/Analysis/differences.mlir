// What a difference leaves of numbers that are nearly equal, and what many small
// steps or factors make of a number, is no better than their roundings: they are
// read as they came, though products read them low.
// RUN: amp-opt %s --amp-autocast="bf16 report=%t.json" -o %t && FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=greedy" | FileCheck %s

// REPORT-DAG: "binding": "cancellation"
// REPORT-DAG: "binding": "pole-chain"

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// Two arguments.
// CHECK-LABEL: func.func @arguments
// CHECK-SAME: %[[A:arg0]]: tensor<64x64xf32>, %[[B:arg1]]: tensor<64x64xf32>
// CHECK: arith.subf %[[A]], %[[B]] : tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @arguments(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = arith.subf %a, %b : tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %p : tensor<64x64xf32>, tensor<64x64xf32>
}

// Constants that are rounded to one number.
// CHECK-LABEL: func.func @constants
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @constants(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %decay = arith.constant dense<0.999> : tensor<64x64xf32>
  %d = arith.subf %one, %decay : tensor<64x64xf32>
  %y = arith.mulf %h, %d : tensor<64x64xf32>
  %r = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A table of a diffusion's schedule, looked up and taken from one.
// CHECK-LABEL: func.func @table
// CHECK: tensor.extract %{{.*}} : tensor<4xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @table(%t: tensor<64xi64>, %noise: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant 1.0 : f32
  %alphas = arith.constant dense<[0.9999, 0.9998, 0.9996, 0.9993]> : tensor<4xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %a = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
         ins(%t : tensor<64xi64>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%k: i64, %out: f32):
    %i = arith.index_cast %k : i64 to index
    %v = tensor.extract %alphas[%i] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %n = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%a, %noise : tensor<64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %d = arith.subf %one, %x : f32
    %s = math.sqrt %d : f32
    %m = arith.mulf %s, %y : f32
    linalg.yield %m : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%n, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Decays that are multiplied with each other: a scan, written out.
// CHECK-LABEL: func.func @decays
// CHECK: math.exp {{.*}} : tensor<64x64xf32>
// CHECK-COUNT-9: arith.mulf {{.*}} : tensor<64x64xf32>
func.func @decays(%x: tensor<64x64xf32>, %dt: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %n = arith.negf %dt : tensor<64x64xf32>
  %a0 = math.exp %n : tensor<64x64xf32>
  %a1 = arith.mulf %a0, %a0 : tensor<64x64xf32>
  %a2 = arith.mulf %a1, %a1 : tensor<64x64xf32>
  %a3 = arith.mulf %a2, %a2 : tensor<64x64xf32>
  %a4 = arith.mulf %a3, %a3 : tensor<64x64xf32>
  %a5 = arith.mulf %a4, %a4 : tensor<64x64xf32>
  %a6 = arith.mulf %a5, %a5 : tensor<64x64xf32>
  %a7 = arith.mulf %a6, %a6 : tensor<64x64xf32>
  %a8 = arith.mulf %a7, %a7 : tensor<64x64xf32>
  %a9 = arith.mulf %a8, %a8 : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = arith.mulf %h, %a9 : tensor<64x64xf32>
  %r = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The light that is left behind one sample after the other: it starts from one,
// and an epsilon keeps each factor from zero.
// CHECK-LABEL: func.func @transmittance
// CHECK-COUNT-3: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK: %[[T:.*]] = arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: %[[T2:.*]] = arith.mulf %[[T]], %{{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %[[T2]], %{{.*}} : tensor<64x64xf32>
func.func @transmittance(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %tiny = arith.constant dense<1.0e-10> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = math.absf %h : tensor<64x64xf32>
  %n = arith.negf %g : tensor<64x64xf32>
  %e = math.exp %n : tensor<64x64xf32>
  %a0 = arith.subf %one, %e : tensor<64x64xf32>
  %h1 = linalg.matmul ins(%x, %a0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g1 = math.absf %h1 : tensor<64x64xf32>
  %n1 = arith.negf %g1 : tensor<64x64xf32>
  %e1 = math.exp %n1 : tensor<64x64xf32>
  %a1 = arith.subf %one, %e1 : tensor<64x64xf32>
  %b0 = arith.subf %one, %a0 : tensor<64x64xf32>
  %b1 = arith.subf %one, %a1 : tensor<64x64xf32>
  %c0 = arith.addf %b0, %tiny : tensor<64x64xf32>
  %c1 = arith.addf %b1, %tiny : tensor<64x64xf32>
  %c2 = arith.addf %e1, %tiny : tensor<64x64xf32>
  %t0 = arith.mulf %one, %c0 : tensor<64x64xf32>
  %t1 = arith.mulf %t0, %c1 : tensor<64x64xf32>
  %t2 = arith.mulf %t1, %c2 : tensor<64x64xf32>
  %y = arith.mulf %h, %t2 : tensor<64x64xf32>
  %r = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A probability less its target, beside a product that reads it low.
// CHECK-LABEL: func.func @target
// CHECK: %[[P:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @target(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %f = math.exp %n : f32
    %d = arith.addf %f, %one : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %g, %r : tensor<64x64xf32>, tensor<64x64xf32>
}

// Small steps in a row: a sampler, written out. Three in a row are left to the
// cost.
// CHECK-LABEL: func.func @steps
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK-LABEL: func.func @few_steps
// CHECK: arith.addf {{.*}} : tensor<64x64xbf16>
func.func @steps(%x0: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %dt = arith.constant dense<0.02> : tensor<64x64xf32>
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t0 = math.tanh %h0 : tensor<64x64xf32>
  %d0 = arith.mulf %t0, %dt : tensor<64x64xf32>
  %x1 = arith.addf %x0, %d0 : tensor<64x64xf32>
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t1 = math.tanh %h1 : tensor<64x64xf32>
  %d1 = arith.mulf %t1, %dt : tensor<64x64xf32>
  %x2 = arith.addf %x1, %d1 : tensor<64x64xf32>
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t2 = math.tanh %h2 : tensor<64x64xf32>
  %d2 = arith.mulf %t2, %dt : tensor<64x64xf32>
  %x3 = arith.addf %x2, %d2 : tensor<64x64xf32>
  %h3 = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t3 = math.tanh %h3 : tensor<64x64xf32>
  %d3 = arith.mulf %t3, %dt : tensor<64x64xf32>
  %x4 = arith.addf %x3, %d3 : tensor<64x64xf32>
  return %x4 : tensor<64x64xf32>
}

func.func @few_steps(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %dt = arith.constant dense<0.02> : tensor<64x64xf32>
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t0 = math.tanh %h0 : tensor<64x64xf32>
  %d0 = arith.mulf %t0, %dt : tensor<64x64xf32>
  %x1 = arith.addf %x0, %d0 : tensor<64x64xf32>
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t1 = math.tanh %h1 : tensor<64x64xf32>
  %d1 = arith.mulf %t1, %dt : tensor<64x64xf32>
  %x2 = arith.addf %x1, %d1 : tensor<64x64xf32>
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t2 = math.tanh %h2 : tensor<64x64xf32>
  %d2 = arith.mulf %t2, %dt : tensor<64x64xf32>
  %x3 = arith.addf %x2, %d2 : tensor<64x64xf32>
  %r = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A number less its whole part.
// CHECK-LABEL: func.func @fraction
// CHECK: %[[S:.*]] = arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: %[[F:.*]] = math.floor %[[S]] : tensor<64x64xf32>
// CHECK: arith.subf %[[S]], %[[F]] : tensor<64x64xf32>
func.func @fraction(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %h : tensor<64x64xf32>
  %c = arith.constant dense<100.0> : tensor<64x64xf32>
  %s = arith.mulf %t, %c : tensor<64x64xf32>
  %f = math.floor %s : tensor<64x64xf32>
  %d = arith.subf %s, %f : tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The slope of a root has a pole where what it is taken of cancels; not where
// squares are added.
// CHECK-LABEL: func.func @root
// CHECK: %[[A:.*]] = math.exp {{.*}} : tensor<64x64xf32>
// CHECK: %[[Q:.*]] = arith.mulf %[[A]], %[[A]] : tensor<64x64xf32>
// CHECK: %[[D:.*]] = arith.subf %{{.*}}, %[[Q]] : tensor<64x64xf32>
// CHECK: math.sqrt %[[D]] : tensor<64x64xf32>
// CHECK-LABEL: func.func @magnitude
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>) outs({{.*}} : tensor<64x64xbf16>)
func.func @root(%x: tensor<64x64xf32>, %a: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %e = math.exp %a : tensor<64x64xf32>
  %q = arith.mulf %e, %e : tensor<64x64xf32>
  %d = arith.subf %one, %q : tensor<64x64xf32>
  %s = math.sqrt %d : tensor<64x64xf32>
  %y = arith.mulf %h, %s : tensor<64x64xf32>
  %r = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

func.func @magnitude(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%re: f32, %im: f32, %out: f32):
    %s = arith.mulf %re, %re : f32
    %t = arith.mulf %im, %im : f32
    %u = arith.addf %s, %t : f32
    %v = math.sqrt %u : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%m, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The log-probability that a mask picks, before it is summed.
// CHECK-LABEL: func.func @picked
// CHECK: %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} : tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.subf %[[D]], %{{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %[[L]], %{{.*}} : tensor<64x64xf32>
func.func @picked(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %low = arith.constant dense<0xFF800000> : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %max = linalg.reduce { arith.maximumf } ins(%h : tensor<64x64xf32>) outs(%low : tensor<64xf32>) dimensions = [1]
  %rows = linalg.broadcast ins(%max : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [1]
  %d = arith.subf %h, %rows : tensor<64x64xf32>
  %p = math.exp %d : tensor<64x64xf32>
  %sum = linalg.reduce { arith.addf } ins(%p : tensor<64x64xf32>) outs(%none : tensor<64xf32>) dimensions = [1]
  %l = math.log %sum : tensor<64xf32>
  %b = linalg.broadcast ins(%l : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [1]
  %lp = arith.subf %d, %b : tensor<64x64xf32>
  %m = arith.mulf %lp, %y : tensor<64x64xf32>
  %s = linalg.reduce { arith.addf } ins(%m : tensor<64x64xf32>) outs(%none : tensor<64xf32>) dimensions = [1]
  return %s : tensor<64xf32>
}

// Light that is left behind samples, of distances whose sign nobody knows, as the
// factors of a prefix product: one less what each blocks, behind a one.
// CHECK-LABEL: func.func @light
// CHECK: arith.subf {{.*}} : f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: tensor.insert_slice {{.*}} : tensor<64x64xf32> into tensor<64x66xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x33xf32>, tensor<64x33xf32>)
func.func @light(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %w2: tensor<33x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<64x2xf32>
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 1.0e-10 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %row = tensor.empty() : tensor<64x66xf32>
  %half = tensor.empty() : tensor<64x33xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = linalg.exp ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%l : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%b : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %epsilon : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %first = tensor.insert_slice %ones into %row[0, 0] [64, 2] [1, 1] : tensor<64x2xf32> into tensor<64x66xf32>
  %all = tensor.insert_slice %c into %first[0, 2] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x66xf32>
  %even = tensor.extract_slice %all[0, 0] [64, 33] [1, 2] : tensor<64x66xf32> to tensor<64x33xf32>
  %odd = tensor.extract_slice %all[0, 1] [64, 33] [1, 2] : tensor<64x66xf32> to tensor<64x33xf32>
  %left = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%even, %odd : tensor<64x33xf32>, tensor<64x33xf32>) outs(%half : tensor<64x33xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %0 = arith.mulf %in, %other : f32
    linalg.yield %0 : f32
  } -> tensor<64x33xf32>
  %r = linalg.matmul ins(%left, %w2 : tensor<64x33xf32>, tensor<33x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
