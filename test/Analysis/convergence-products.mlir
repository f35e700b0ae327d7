// Behind a norm, a product may lie between what tells of a change and the
// condition, and what goes round may be taken from what else does. A layer's
// norm that ends a loop is no such thing.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt '--amp-autocast=type=bf16 assign=greedy' %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> ()>

// Least squares, until the gradient X'(X w - y) is small.
// CHECK-LABEL: func.func @gradient(
// CHECK: scf.while {{.*}} : (tensor<64x1xf32>, f32)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<256x64xf32>, tensor<64x1xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x256xf32>, tensor<256x1xf32>)
// CHECK: return
func.func @gradient(%X: tensor<256x64xf32>, %y: tensor<256x1xf32>) -> tensor<64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rate = arith.constant dense<1.0e-3> : tensor<64x1xf32>
  %tolerance = arith.constant 1.0e-10 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %w0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %e1 = tensor.empty() : tensor<256x1xf32>
  %r0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<256x1xf32>) -> tensor<256x1xf32>
  %e2 = tensor.empty() : tensor<64x256xf32>
  %Xt = linalg.transpose ins(%X : tensor<256x64xf32>) outs(%e2 : tensor<64x256xf32>) permutation = [1, 0]
  %r:2 = scf.while (%w = %w0, %size = %one) : (tensor<64x1xf32>, f32) -> (tensor<64x1xf32>, f32) {
    %more = arith.cmpf ogt, %size, %tolerance : f32
    scf.condition(%more) %w, %size : tensor<64x1xf32>, f32
  } do {
  ^bb0(%w: tensor<64x1xf32>, %size: f32):
    %p = linalg.matmul ins(%X, %w : tensor<256x64xf32>, tensor<64x1xf32>) outs(%r0 : tensor<256x1xf32>) -> tensor<256x1xf32>
    %d = arith.subf %p, %y : tensor<256x1xf32>
    %g = linalg.matmul ins(%Xt, %d : tensor<64x256xf32>, tensor<256x1xf32>) outs(%w0 : tensor<64x1xf32>) -> tensor<64x1xf32>
    %step = arith.mulf %g, %rate : tensor<64x1xf32>
    %next = arith.subf %w, %step : tensor<64x1xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.generic {indexing_maps = [#map, #all], iterator_types = ["reduction", "reduction"]} ins(%g : tensor<64x1xf32>) outs(%m0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %q = arith.mulf %in, %in : f32
      %s = arith.addf %out, %q : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %norm = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %norm : tensor<64x1xf32>, f32
  }
  return %r#0 : tensor<64x1xf32>
}

// An eigenvector, until A v - l v is small.
// CHECK-LABEL: func.func @eigenvector(
// CHECK: scf.while {{.*}} : (tensor<64x1xf32>, f32)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x1xf32>)
// CHECK: return
func.func @eigenvector(%A: tensor<64x64xf32>, %x: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %r:2 = scf.while (%v = %x, %size = %one) : (tensor<64x1xf32>, f32) -> (tensor<64x1xf32>, f32) {
    %more = arith.cmpf ogt, %size, %tolerance : f32
    scf.condition(%more) %v, %size : tensor<64x1xf32>, f32
  } do {
  ^bb0(%v: tensor<64x1xf32>, %size: f32):
    %Av = linalg.matmul ins(%A, %v : tensor<64x64xf32>, tensor<64x1xf32>) outs(%z : tensor<64x1xf32>) -> tensor<64x1xf32>
    %a = math.absf %Av : tensor<64x1xf32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x1xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %l = tensor.extract %m[] : tensor<f32>
    %ls = tensor.splat %l : tensor<64x1xf32>
    %lv = arith.mulf %v, %ls : tensor<64x1xf32>
    %d = arith.subf %Av, %lv : tensor<64x1xf32>
    %ad = math.absf %d : tensor<64x1xf32>
    %md = linalg.reduce { arith.maximumf } ins(%ad : tensor<64x1xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %change = tensor.extract %md[] : tensor<f32>
    %next = arith.divf %Av, %ls : tensor<64x1xf32>
    scf.yield %next, %change : tensor<64x1xf32>, f32
  }
  return %r#0 : tensor<64x1xf32>
}

// A layer of a normalised state, until the norm of what it makes is small.
// CHECK-LABEL: func.func @layer_norm(
// CHECK: scf.while
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x64x[[LOW]]>, tensor<64x64x[[LOW]]>)
func.func @layer_norm(%x: tensor<16x64xf32>, %u: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %er = tensor.empty() : tensor<16xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<16xf32>) -> tensor<16xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %r:2 = scf.while (%h = %x, %size = %one) : (tensor<16x64xf32>, f32) -> (tensor<16x64xf32>, f32) {
    %more = arith.cmpf ogt, %size, %one : f32
    scf.condition(%more) %h, %size : tensor<16x64xf32>, f32
  } do {
  ^bb0(%h: tensor<16x64xf32>, %size: f32):
    %p = linalg.matmul ins(%h, %u : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
    %t = math.tanh %p : tensor<16x64xf32>
    %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<16x64xf32>) outs(%zr : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<16xf32>
    %n = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%t, %sum : tensor<16x64xf32>, tensor<16xf32>) outs(%e : tensor<16x64xf32>) {
    ^bb0(%in: f32, %s: f32, %out: f32):
      %c = arith.constant 1.5625e-2 : f32
      %mean = arith.mulf %s, %c : f32
      %d = arith.subf %in, %mean : f32
      linalg.yield %d : f32
    } -> tensor<16x64xf32>
    %q = linalg.matmul ins(%n, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
    %m = linalg.generic {indexing_maps = [#map, #all], iterator_types = ["reduction", "reduction"]} ins(%q : tensor<16x64xf32>) outs(%m0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %sq = arith.mulf %in, %in : f32
      %s = arith.addf %out, %sq : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %norm = tensor.extract %m[] : tensor<f32>
    scf.yield %q, %norm : tensor<16x64xf32>, f32
  }
  return %r#0 : tensor<16x64xf32>
}

// The change is taken in f64.
// CHECK-LABEL: func.func @wide_change(
// CHECK: scf.while {{.*}} : (tensor<64x16xf32>, f64)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: math.tanh %{{.*}} : tensor<64x16xf32>
// CHECK: return
func.func @wide_change(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %tolerance = arith.constant 1.0e-4 : f64
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r:2 = scf.while (%z = %z0, %change = %one) : (tensor<64x16xf32>, f64) -> (tensor<64x16xf32>, f64) {
    %more = arith.cmpf ogt, %change, %tolerance : f64
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f64
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f64):
    %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %s = arith.addf %p, %x : tensor<64x16xf32>
    %next = math.tanh %s : tensor<64x16xf32>
    %wide = arith.extf %z : tensor<64x16xf32> to tensor<64x16xf64>
    %wider = arith.extf %next : tensor<64x16xf32> to tensor<64x16xf64>
    %d = arith.subf %wider, %wide : tensor<64x16xf64>
    %a = math.absf %d : tensor<64x16xf64>
    %e0 = tensor.empty() : tensor<f64>
    %m0 = linalg.fill ins(%none : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x16xf64>) outs(%m0 : tensor<f64>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f64>
    scf.yield %next, %largest : tensor<64x16xf32>, f64
  }
  return %r#0 : tensor<64x16xf32>
}

// What is made of the state changes no more: it is carried beside it, and as
// wide in any assignment.
// CHECK-LABEL: func.func @output(
// CHECK: scf.while {{.*}} : (tensor<64x16xf32>, tensor<64x16xf32>, f32)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
func.func @output(%w: tensor<64x64xf32>, %u: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : tensor<64x16xf32>
  %tolerance = arith.constant 1.0e-4 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r:3 = scf.while (%z = %x, %last = %ones, %change = %one) : (tensor<64x16xf32>, tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %last, %change : tensor<64x16xf32>, tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %last: tensor<64x16xf32>, %change: f32):
    %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %next = math.tanh %p : tensor<64x16xf32>
    %q = linalg.matmul ins(%u, %next : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %y = arith.maximumf %q, %ones : tensor<64x16xf32>
    %d = arith.subf %y, %last : tensor<64x16xf32>
    %a = math.absf %d : tensor<64x16xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x16xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %y, %largest : tensor<64x16xf32>, tensor<64x16xf32>, f32
  }
  return %r#0 : tensor<64x16xf32>
}

// What another loop has left is the same in each iteration of this one.
// CHECK-LABEL: func.func @left(
// CHECK: scf.while
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64x[[LOW:b?f16]]>, tensor<64x16x[[LOW]]>)
func.func @left(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %z0) -> (tensor<64x16xf32>) {
    %more = arith.addf %s, %x : tensor<64x16xf32>
    scf.yield %more : tensor<64x16xf32>
  }
  %r:2 = scf.while (%z = %z0, %change = %one) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f32):
    %p = linalg.matmul ins(%w, %sum : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %next = math.tanh %p : tensor<64x16xf32>
    %d = arith.subf %next, %z : tensor<64x16xf32>
    %a = math.absf %d : tensor<64x16xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x16xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %largest : tensor<64x16xf32>, f32
  }
  return %r#0 : tensor<64x16xf32>
}
