// What is made of inputs alone has all their digits: what computes on it reads
// it in f32. So does a difference of two values that begin with the same such
// summand, and what is compared with its own largest.
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

// So is a norm's mean: of data of inputs. Others read the data low.
// CHECK-LABEL: func.func @norm
// CHECK: %[[H:.*]] = linalg.add {{.*}} -> tensor<64x64xf32>
// CHECK: linalg.reduce { arith.addf } ins(%[[H]] : tensor<64x64xf32>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
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

// Sums are no different, nor what is made by one operand and a constant, nor a
// comparison, though a product reads the same input low.
// CHECK-LABEL: func.func @sums
// CHECK-SAME: %[[P:[^:]*]]: tensor<64x64xf32>
// CHECK-DAG: %[[LOW:.*]] = arith.truncf %[[P]]
// CHECK-DAG: %[[S:.*]] = arith.mulf %[[P]], %{{.*}} : tensor<64x64xf32>
// CHECK-DAG: arith.addf %[[S]], %{{.*}} : tensor<64x64xf32>
// CHECK-DAG: arith.cmpf ogt, %[[P]], %{{.*}} : tensor<64x64xf32>
// CHECK-DAG: linalg.matmul ins(%[[LOW]],
func.func @sums(%p: tensor<64x64xf32>, %q: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xi1>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %scale = arith.constant dense<0.003> : tensor<64x64xf32>
  %shift = arith.constant dense<-337.75> : tensor<64x64xf32>
  %0 = arith.mulf %p, %scale : tensor<64x64xf32>
  %1 = arith.addf %0, %shift : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = arith.cmpf ogt, %p, %q : tensor<64x64xf32>
  %4 = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %3, %4 : tensor<64x64xf32>, tensor<64x64xi1>, tensor<64x64xf32>
}

// Integers are inputs as well.
// CHECK-LABEL: func.func @times
// CHECK: arith.sitofp %{{.*}} : tensor<64x64xi64> to tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}} : tensor<64x64xf32>
func.func @times(%t: tensor<64x64xi64>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %day = arith.constant dense<1.157e-05> : tensor<64x64xf32>
  %0 = arith.sitofp %t : tensor<64x64xi64> to tensor<64x64xf32>
  %1 = arith.mulf %0, %day : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// What makes an index reads what there is in f32 for others, and an extremum
// that an index goes with is stored as the data are.
// CHECK-LABEL: func.func @index
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<64x64xf32>) outs(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xi64>)
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: } -> tensor<64x64xf32>
// CHECK: linalg.generic {{.*}} ins(%[[SUM]] : tensor<64x64xf32>) outs(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64xi64>)
// CHECK: return {{.*}}%[[SUM]]
func.func @index(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64xi64>, tensor<64xi64>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0> : tensor<64xi64>
  %e = tensor.empty() : tensor<64x64xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
         ins(%x : tensor<64x64xf32>) outs(%least, %none : tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%v: f32, %m: f32, %at: i64):
    %i = linalg.index 1 : index
    %here = arith.index_cast %i : index to i64
    %most = arith.maximumf %v, %m : f32
    %greater = arith.cmpf ogt, %v, %m : f32
    %first = arith.select %greater, %here, %at : i64
    linalg.yield %most, %first : f32, i64
  } -> (tensor<64xf32>, tensor<64xi64>)
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<64x64xf32>
  %q = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
         ins(%s : tensor<64x64xf32>) outs(%least, %none : tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%v: f32, %m: f32, %at: i64):
    %i = linalg.index 1 : index
    %here = arith.index_cast %i : index to i64
    %most = arith.maximumf %v, %m : f32
    %greater = arith.cmpf ogt, %v, %m : f32
    %first = arith.select %greater, %here, %at : i64
    linalg.yield %most, %first : f32, i64
  } -> (tensor<64xf32>, tensor<64xi64>)
  return %0#1, %1#1, %s, %q : tensor<64xi64>, tensor<64xi64>, tensor<64x64xf32>, tensor<64x64xf32>
}

// What selects elements, an extremum without its index, may read them rounded:
// rounded before or behind, it is the same.
// CHECK-LABEL: func.func @pooled
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK: arith.truncf
// CHECK: linalg.reduce ins(%{{.*}} : tensor<64x64x8xbf16>)
// CHECK: linalg.matmul ins(%{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @pooled(%x: tensor<64x64x8xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %nought = arith.constant 0.0 : f32
  %least = arith.constant dense<0xFF800000> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
         ins(%x : tensor<64x64x8xf32>) outs(%e : tensor<64x64x8xf32>) {
  ^bb0(%v: f32, %out: f32):
    %m = arith.maximumf %v, %nought : f32
    linalg.yield %m : f32
  } -> tensor<64x64x8xf32>
  %1 = linalg.reduce { arith.maximumf } ins(%0 : tensor<64x64x8xf32>) outs(%least : tensor<64x64xf32>) dimensions = [2]
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// A view of an input is one.
// CHECK-LABEL: func.func @viewed
// CHECK: linalg.exp ins(%{{.*}} : tensor<64x64xf32>)
// CHECK-NOT: bf16
// CHECK: linalg.max ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
func.func @viewed(%x: tensor<4096xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %v = tensor.expand_shape %x [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %a = linalg.exp ins(%v : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.max ins(%a, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%m, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%v, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%r : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
