// Inputs keep their digits through calls, choices and loops: what computes on
// them there reads f32, as where the same is written out.
// RUN: amp-opt %s --amp-autocast=f16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint" -split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// Both are read by products as well, for which they go low.
// CHECK-LABEL: func.func private @energy(
// CHECK-SAME: %{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NOT: arith.extf
// CHECK-LABEL: func.func @called(
// CHECK: linalg.exp ins(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.exp ins(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func private @energy(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}
func.func @called(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %x2 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = call @energy(%x2, %y) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %n2 = linalg.exp ins(%n : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%n2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%n, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// -----

// One of two callers hands over what a product made: the other's input stays as
// it came, and products stay products.
// CHECK-LABEL: func.func private @shared(
// CHECK-SAME: %{{.*}}: tensor<64x64xf32>) ->
// CHECK-LABEL: func.func @rounded(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: call @shared
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func private @shared(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = arith.maximumf %x, %x : tensor<64x64xf32>
  %1 = arith.addf %0, %x : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func @rounded(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = call @shared(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = call @shared(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%b, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// Two of three do (the layers of a network): all is rounded.
// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: %{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
// CHECK-LABEL: func.func @layers(
func.func private @layer(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = arith.maximumf %x, %x : tensor<64x64xf32>
  %1 = arith.addf %0, %x : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = call @layer(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = call @layer(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%b, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = call @layer(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%c, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// -----

// An iteration that starts at an input and takes the way back from its end.
// CHECK-LABEL: func.func @steps(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK-NOT: f16
// CHECK: scf.yield
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @steps(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %v) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %a = linalg.exp ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    %b = linalg.max ins(%a, %q : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %b, %a : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s#0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%s#1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// A product in the loop rounds what it carries, so the first value may be, too.
// CHECK-LABEL: func.func @layers(
// CHECK: scf.for {{.*}} -> (tensor<64x64xf16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x) -> (tensor<64x64xf32>) {
    %a = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    %b = linalg.max ins(%a, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %b : tensor<64x64xf32>
  }
  %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// However many calls there are in a row.
// CHECK-LABEL: func.func @row(
// CHECK-COUNT-6: call @step{{.*}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @row(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = call @step0(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @step1(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = call @step2(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = call @step3(%2) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = call @step4(%3) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = call @step5(%4) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.exp ins(%5 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%5, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %a : tensor<64x64xf32>, tensor<64x64xf32>
}
func.func private @step0(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @step1(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @step2(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @step3(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @step4(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @step5(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// An index is found in what is f32 if any caller hands on an input; a function that
// reads the same for more is given low data where more have products' results.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: call @largest(%arg0) : (tensor<64x64xf32>) -> tensor<64xi32>
// CHECK: call @largest(%[[P]]) : (tensor<64x64xf32>) -> tensor<64xi32>
// CHECK: call @double({{.*}}) : (tensor<64x64xf16>) -> tensor<64x64xf16>
func.func @shared(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = call @largest(%x) : (tensor<64x64xf32>) -> tensor<64xi32>
  %b = call @largest(%p) : (tensor<64x64xf32>) -> tensor<64xi32>
  %c = call @double(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = call @double(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = linalg.matmul ins(%c, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %f = linalg.matmul ins(%d, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = call @largest(%e) : (tensor<64x64xf32>) -> tensor<64xi32>
  %h = call @double(%f) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %i = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a, %b, %g, %e, %i : tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64x64xf32>, tensor<64x64xf32>
}
func.func private @largest(%x: tensor<64x64xf32>) -> tensor<64xi32> {
  %least = arith.constant dense<-1.0e30> : tensor<64xf32>
  %none = arith.constant dense<0> : tensor<64xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
           ins(%x : tensor<64x64xf32>) outs(%least, %none : tensor<64xf32>, tensor<64xi32>) {
  ^bb0(%in: f32, %most: f32, %at: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %in, %most : f32
    %m = arith.select %more, %in, %most : f32
    %k = arith.select %more, %n, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<64xf32>, tensor<64xi32>)
  return %r#1 : tensor<64xi32>
}
func.func private @double(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = arith.addf %x, %x : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
