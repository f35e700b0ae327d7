// What is made of inputs alone has all their digits, and so has a summand that
// two values begin with: where such values are taken from each other, or compared
// with their own largest, the whole way there is read in f32.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --linalg-fuse-elementwise-ops --amp-autocast=bf16 -o %t.fused
// RUN: FileCheck %s --check-prefix=FUSED < %t.fused
// RUN: amp-opt %t.fused --amp-autocast=bf16 | diff %t.fused -

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Positions at both ends of an edge, looked up in a table that a product reads low.
// CHECK-LABEL: func.func @edges
// CHECK-SAME: %[[P:arg0]]: tensor<64x64xf32>
// CHECK: tensor.extract %[[P]]
// CHECK: tensor.extract %[[P]]
// CHECK: linalg.sub ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// FUSED-LABEL: func.func @edges
// FUSED-SAME: %[[P:arg0]]: tensor<64x64xf32>
// FUSED-COUNT-2: tensor.extract %[[P]]
func.func @edges(%p: tensor<64x64xf32>, %from: tensor<64xi64>, %to: tensor<64xi64>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%from : tensor<64xi64>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%k: i64, %out: f32):
    %i = arith.index_cast %k : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %p[%i, %j] : tensor<64x64xf32>
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%to : tensor<64xi64>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%k: i64, %out: f32):
    %i = arith.index_cast %k : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %p[%i, %j] : tensor<64x64xf32>
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %d = linalg.sub ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// Logarithms of a series, each taken from the next.
// CHECK-LABEL: func.func @returns
// CHECK: %[[LOG:.*]] = math.log %{{.*}} : tensor<64x65xf32>
// CHECK: tensor.extract_slice %[[LOG]]
// CHECK: tensor.extract_slice %[[LOG]]
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @returns(%p: tensor<64x65xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %log = math.log %p : tensor<64x65xf32>
  %a = tensor.extract_slice %log[0, 1] [64, 64] [1, 1] : tensor<64x65xf32> to tensor<64x64xf32>
  %b = tensor.extract_slice %log[0, 0] [64, 64] [1, 1] : tensor<64x65xf32> to tensor<64x64xf32>
  %d = arith.subf %a, %b : tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A difference of differences.
// CHECK-LABEL: func.func @second
// CHECK: %[[D:.*]] = arith.subf %{{.*}} : tensor<64x65xf32>
// CHECK: tensor.extract_slice %[[D]]
// CHECK: tensor.extract_slice %[[D]]
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @second(%u: tensor<64x66xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tensor.extract_slice %u[0, 1] [64, 65] [1, 1] : tensor<64x66xf32> to tensor<64x65xf32>
  %b = tensor.extract_slice %u[0, 0] [64, 65] [1, 1] : tensor<64x66xf32> to tensor<64x65xf32>
  %d = arith.subf %a, %b : tensor<64x65xf32>
  %c = tensor.extract_slice %d[0, 1] [64, 64] [1, 1] : tensor<64x65xf32> to tensor<64x64xf32>
  %e = tensor.extract_slice %d[0, 0] [64, 64] [1, 1] : tensor<64x65xf32> to tensor<64x64xf32>
  %dd = arith.subf %c, %e : tensor<64x64xf32>
  %r = linalg.matmul ins(%dd, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Two guesses at the end of one step: what they differ by is its error.
// CHECK-LABEL: func.func @guesses
// CHECK: arith.addf %arg0, %{{.*}} : tensor<64x64xf32>
// CHECK: arith.addf %arg0, %{{.*}} : tensor<64x64xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x64xf32>
func.func @guesses(%y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = arith.constant dense<0.01> : tensor<64x64xf32>
  %k1 = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s1 = arith.mulf %k1, %h : tensor<64x64xf32>
  %y1 = arith.addf %y, %s1 : tensor<64x64xf32>
  %k2 = linalg.matmul ins(%y1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s2 = arith.mulf %k2, %h : tensor<64x64xf32>
  %y2 = arith.addf %y, %s2 : tensor<64x64xf32>
  %d = arith.subf %y2, %y1 : tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %y2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// Angles of an argument that several ops read, and a product: no copy of it.
// CHECK-LABEL: func.func @bands
// CHECK-SAME: %[[T:arg0]]: tensor<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<64x64xf32>)
// CHECK: linalg.generic
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<64x64xf32>)
// CHECK: linalg.generic
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<64x64xf32>)
// CHECK: linalg.generic
// CHECK: linalg.generic {{.*}} ins(%[[T]] : tensor<64x64xf32>)
func.func @bands(%t: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r1 = arith.constant 0.5 : f32
  %r2 = arith.constant 1.1 : f32
  %r3 = arith.constant 1.7 : f32
  %r4 = arith.constant 2.3 : f32
  %a1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %r1 : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.sin %in : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %a2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %r2 : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %s2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.sin %in : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %a3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %r3 : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %s3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a3 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.sin %in : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %a4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%t : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.mulf %in, %r4 : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %s4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a4 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.sin %in : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %b1 = linalg.mul ins(%s1, %s2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b2 = linalg.mul ins(%s3, %s4 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%b1, %b2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%t, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// Which expert is the best one, of probabilities that a product reads low:
// rounded, several are.
// CHECK-LABEL: func.func @gate
// CHECK: linalg.reduce {{.*}} ins(%[[P:.*]] : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<64x64xf32>, tensor<64xf32>)
// CHECK: arith.cmpf oge
func.func @gate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %least = arith.constant dense<0.0> : tensor<64xf32>
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %m = arith.negf %a : f32
    %b = math.exp %m : f32
    %one = arith.constant 1.0 : f32
    %c = arith.addf %b, %one : f32
    %v = arith.divf %one, %c : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %max = linalg.reduce { arith.maximumf } ins(%p : tensor<64x64xf32>) outs(%least : tensor<64xf32>) dimensions = [1]
  %g = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p, %max : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %is = arith.cmpf oge, %a, %b : f32
    %v = arith.select %is, %a, %none : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%g, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// The sum of a row times differences, in one op: no product of matrices, though
// one of what it takes away belongs to the row.
// CHECK-LABEL: func.func @picked
// CHECK: linalg.generic {{.*}} ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>)
func.func @picked(%hot: tensor<64x64xf32>, %x: tensor<64x64xf32>, %total: tensor<64xf32>, %old: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #row, #id, #row], iterator_types = ["parallel", "reduction"]}
         ins(%hot, %x, %total, %old : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>)
         outs(%none : tensor<64xf32>) {
  ^bb0(%h: f32, %a: f32, %t: f32, %o: f32, %out: f32):
    %l = arith.subf %a, %t : f32
    %d = arith.subf %l, %o : f32
    %v = arith.mulf %h, %d : f32
    %sum = arith.addf %out, %v : f32
    linalg.yield %sum : f32
  } -> tensor<64xf32>
  %q = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %s, %q : tensor<64xf32>, tensor<64x64xf32>
}

// A row less its own mean is a norm, of low data as any other.
// CHECK-LABEL: func.func @norm
// CHECK: linalg.reduce ins(%{{.*}} : tensor<64x64xbf16>)
func.func @norm(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.add ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.reduce { arith.addf } ins(%h : tensor<64x64xf32>) outs(%none : tensor<64xf32>) dimensions = [1]
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h, %m : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %v = arith.subf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}
