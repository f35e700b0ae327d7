// A loop that goes on until its state changes no more, or until a residual is
// small, would never end between rounded states: what those go through is f32,
// products too. A loop that a layer's result ends is left to the cost.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>
#all = affine_map<(d0, d1) -> ()>

// z = tanh(W z + x), until the largest change is small.
// CHECK-LABEL: func.func @fixed_point(
// CHECK: scf.while {{.*}} : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: math.tanh %{{.*}} : tensor<64x16xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x16xf32>
func.func @fixed_point(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r:2 = scf.while (%z = %z0, %change = %one) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f32):
    %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %s = arith.addf %p, %x : tensor<64x16xf32>
    %next = math.tanh %s : tensor<64x16xf32>
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

// The same where the largest is looked for from an infinity on, as JAX writes it.
// CHECK-LABEL: func.func @from_infinity(
// CHECK: scf.while {{.*}} : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: math.tanh %{{.*}} : tensor<64x16xf32>
// CHECK: arith.subf %{{.*}} : tensor<64x16xf32>
func.func @from_infinity(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %r:2 = scf.while (%z = %z0, %change = %one) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f32):
    %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %s = arith.addf %p, %x : tensor<64x16xf32>
    %next = math.tanh %s : tensor<64x16xf32>
    %d = arith.subf %next, %z : tensor<64x16xf32>
    %a = math.absf %d : tensor<64x16xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x16xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %largest : tensor<64x16xf32>, f32
  }
  return %r#0 : tensor<64x16xf32>
}

// Gradient descent, until the residual b - A x is small; in blocks, and one body
// for the residual's size.
// CHECK-LABEL: func.func @residual(
// CHECK: ^bb1(%{{.*}}: tensor<64x16xf32>, %{{.*}}: i32):
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x16xf32>, tensor<64x16xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK-NOT: f16
// CHECK: return
func.func @residual(%A: tensor<64x64xf32>, %b: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %most = arith.constant 1000 : i32
  %e = tensor.empty() : tensor<64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  cf.br ^loop(%z, %c0 : tensor<64x16xf32>, i32)
^loop(%x: tensor<64x16xf32>, %i: i32):
  %Ax = linalg.matmul ins(%A, %x : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z : tensor<64x16xf32>) -> tensor<64x16xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %size = linalg.generic {indexing_maps = [#map, #map, #all], iterator_types = ["reduction", "reduction"]}
      ins(%b, %Ax : tensor<64x16xf32>, tensor<64x16xf32>) outs(%m0 : tensor<f32>) {
  ^bb0(%in: f32, %made: f32, %out: f32):
    %d = arith.subf %in, %made : f32
    %a = math.absf %d : f32
    %m = arith.maximumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  %r = arith.subf %b, %Ax : tensor<64x16xf32>
  %step = linalg.matmul ins(%A, %r : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z : tensor<64x16xf32>) -> tensor<64x16xf32>
  %next = arith.addf %x, %step : tensor<64x16xf32>
  %largest = tensor.extract %size[] : tensor<f32>
  %far = arith.cmpf ogt, %largest, %tolerance : f32
  %early = arith.cmpi slt, %i, %most : i32
  %more = arith.andi %far, %early : i1
  %j = arith.addi %i, %c1 : i32
  cf.cond_br %more, ^loop(%next, %j : tensor<64x16xf32>, i32), ^end(%next : tensor<64x16xf32>)
^end(%result: tensor<64x16xf32>):
  return %result : tensor<64x16xf32>
}

// The same of a branch that hands nothing on, between blocks that do.
// CHECK-LABEL: func.func @residual_decided_apart(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
// CHECK-NOT: f16
// CHECK: return
func.func @residual_decided_apart(%A: tensor<64x64xf32>, %b: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  cf.br ^loop(%z : tensor<64x16xf32>)
^loop(%x: tensor<64x16xf32>):
  %Ax = linalg.matmul ins(%A, %x : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z : tensor<64x16xf32>) -> tensor<64x16xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %size = linalg.generic {indexing_maps = [#map, #map, #all], iterator_types = ["reduction", "reduction"]}
      ins(%b, %Ax : tensor<64x16xf32>, tensor<64x16xf32>) outs(%m0 : tensor<f32>) {
  ^bb0(%in: f32, %made: f32, %out: f32):
    %d = arith.subf %in, %made : f32
    %a = math.absf %d : f32
    %m = arith.maximumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  %largest = tensor.extract %size[] : tensor<f32>
  %far = arith.cmpf ogt, %largest, %tolerance : f32
  cf.cond_br %far, ^body, ^end
^body:
  %r = arith.subf %b, %Ax : tensor<64x16xf32>
  %step = linalg.matmul ins(%A, %r : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z : tensor<64x16xf32>) -> tensor<64x16xf32>
  %next = arith.addf %x, %step : tensor<64x16xf32>
  cf.br ^loop(%next : tensor<64x16xf32>)
^end:
  return %x : tensor<64x16xf32>
}

// The largest eigenvalue: a number, which is no part of the next state.
// CHECK-LABEL: func.func @power_iteration(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x1xf32>)
// CHECK-NOT: f16
// CHECK: return
func.func @power_iteration(%A: tensor<64x64xf32>, %x: tensor<64x1xf32>) -> (tensor<64x1xf32>, tensor<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %tolerance = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %r:3 = scf.while (%v = %x, %last = %zero) : (tensor<64x1xf32>, f32) -> (tensor<64x1xf32>, f32, f32) {
    %p = linalg.matmul ins(%A, %v : tensor<64x64xf32>, tensor<64x1xf32>) outs(%z : tensor<64x1xf32>) -> tensor<64x1xf32>
    %a = math.absf %p : tensor<64x1xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%a : tensor<64x1xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %value = tensor.extract %m[] : tensor<f32>
    %change = arith.subf %value, %last : f32
    %size = math.absf %change : f32
    %more = arith.cmpf ogt, %size, %tolerance : f32
    scf.condition(%more) %p, %value, %last : tensor<64x1xf32>, f32, f32
  } do {
  ^bb0(%p: tensor<64x1xf32>, %value: f32, %before: f32):
    %all = tensor.splat %value : tensor<64x1xf32>
    %next = arith.divf %p, %all : tensor<64x1xf32>
    scf.yield %next, %value : tensor<64x1xf32>, f32
  }
  %largest = tensor.from_elements %r#1 : tensor<1xf32>
  return %r#0, %largest : tensor<64x1xf32>, tensor<1xf32>
}

// A layer says whether there is another one.
// CHECK-LABEL: func.func @halting(
// CHECK: scf.while
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x64x[[LOW]]>, tensor<64x1x[[LOW]]>)
func.func @halting(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %h: tensor<64x1xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-2 : f32
  %ones = arith.constant dense<1.0> : tensor<16x1xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %e1 = tensor.empty() : tensor<16x1xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x1xf32>) -> tensor<16x1xf32>
  %r:2 = scf.while (%s = %x, %left = %one) : (tensor<16x64xf32>, f32) -> (tensor<16x64xf32>, f32) {
    %more = arith.cmpf ogt, %left, %tolerance : f32
    scf.condition(%more) %s, %left : tensor<16x64xf32>, f32
  } do {
  ^bb0(%s: tensor<16x64xf32>, %left: f32):
    %p = linalg.matmul ins(%s, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
    %next = math.tanh %p : tensor<16x64xf32>
    %logit = linalg.matmul ins(%next, %h : tensor<16x64xf32>, tensor<64x1xf32>) outs(%z1 : tensor<16x1xf32>) -> tensor<16x1xf32>
    %t = math.tanh %logit : tensor<16x1xf32>
    %d = arith.subf %ones, %t : tensor<16x1xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%d : tensor<16x1xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %largest : tensor<16x64xf32>, f32
  }
  return %r#0 : tensor<16x64xf32>
}

// The time that is left says when the loop ends, and is carried with a number that
// the state makes.
// CHECK-LABEL: func.func @sampler(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>)
func.func @sampler(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> (tensor<16x64xf32>, tensor<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %step = arith.constant 0.1 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r:3 = scf.while (%s = %x, %t = %one, %size = %zero) : (tensor<16x64xf32>, f32, f32) -> (tensor<16x64xf32>, f32, f32) {
    %more = arith.cmpf ogt, %t, %zero : f32
    scf.condition(%more) %s, %t, %size : tensor<16x64xf32>, f32, f32
  } do {
  ^bb0(%s: tensor<16x64xf32>, %t: f32, %size: f32):
    %p = linalg.matmul ins(%s, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
    %all = tensor.splat %t : tensor<16x64xf32>
    %scaled = arith.mulf %p, %all : tensor<16x64xf32>
    %next = math.tanh %scaled : tensor<16x64xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %m = linalg.reduce { arith.maximumf } ins(%next : tensor<16x64xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    %left = arith.subf %t, %step : f32
    scf.yield %next, %left, %largest : tensor<16x64xf32>, f32, f32
  }
  %last = tensor.from_elements %r#2 : tensor<1xf32>
  return %r#0, %last : tensor<16x64xf32>, tensor<1xf32>
}

// The step is a function of its own, and what the change is measured with.
// CHECK-LABEL: func.func private @step(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x16xf32>)
func.func private @step(%w: tensor<64x64xf32>, %z: tensor<64x16xf32>) -> (tensor<64x16xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x16xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %p = linalg.matmul ins(%w, %z : tensor<64x64xf32>, tensor<64x16xf32>) outs(%z0 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %next = math.tanh %p : tensor<64x16xf32>
  %change = func.call @distance(%next, %z) : (tensor<64x16xf32>, tensor<64x16xf32>) -> f32
  return %next, %change : tensor<64x16xf32>, f32
}
func.func private @distance(%a: tensor<64x16xf32>, %b: tensor<64x16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %d = arith.subf %a, %b : tensor<64x16xf32>
  %m = math.absf %d : tensor<64x16xf32>
  %e0 = tensor.empty() : tensor<f32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %all = linalg.reduce { arith.maximumf } ins(%m : tensor<64x16xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
  %largest = tensor.extract %all[] : tensor<f32>
  return %largest : f32
}
func.func @in_functions(%w: tensor<64x64xf32>, %x: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-4 : f32
  %r:2 = scf.while (%z = %x, %change = %one) : (tensor<64x16xf32>, f32) -> (tensor<64x16xf32>, f32) {
    %more = arith.cmpf ogt, %change, %tolerance : f32
    scf.condition(%more) %z, %change : tensor<64x16xf32>, f32
  } do {
  ^bb0(%z: tensor<64x16xf32>, %change: f32):
    %next:2 = func.call @step(%w, %z) : (tensor<64x64xf32>, tensor<64x16xf32>) -> (tensor<64x16xf32>, f32)
    scf.yield %next#0, %next#1 : tensor<64x16xf32>, f32
  }
  return %r#0 : tensor<64x16xf32>
}

// A body takes a number from what is made of the states: how far sums of rows are
// from one.
// CHECK-LABEL: func.func @captured(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x1xf32>)
func.func @captured(%K: tensor<64x64xf32>, %x: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %tolerance = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %r:2 = scf.while (%u = %x, %far = %one) : (tensor<64x1xf32>, f32) -> (tensor<64x1xf32>, f32) {
    %more = arith.cmpf ogt, %far, %tolerance : f32
    scf.condition(%more) %u, %far : tensor<64x1xf32>, f32
  } do {
  ^bb0(%u: tensor<64x1xf32>, %far: f32):
    %p = linalg.matmul ins(%K, %u : tensor<64x64xf32>, tensor<64x1xf32>) outs(%z : tensor<64x1xf32>) -> tensor<64x1xf32>
    %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%p : tensor<64x1xf32>) outs(%e : tensor<64x1xf32>) {
    ^bb0(%b: f32, %out: f32):
      %q = arith.divf %one, %b : f32
      linalg.yield %q : f32
    } -> tensor<64x1xf32>
    %row = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%u, %p : tensor<64x1xf32>, tensor<64x1xf32>) outs(%e : tensor<64x1xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %ab = arith.mulf %a, %b : f32
      linalg.yield %ab : f32
    } -> tensor<64x1xf32>
    %e0 = tensor.empty() : tensor<f32>
    %m0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %off = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%row : tensor<64x1xf32>) outs(%e : tensor<64x1xf32>) {
    ^bb0(%a: f32, %out: f32):
      %d = arith.subf %a, %one : f32
      %m = math.absf %d : f32
      linalg.yield %m : f32
    } -> tensor<64x1xf32>
    %m = linalg.reduce { arith.maximumf } ins(%off : tensor<64x1xf32>) outs(%m0 : tensor<f32>) dimensions = [0, 1]
    %largest = tensor.extract %m[] : tensor<f32>
    scf.yield %next, %largest : tensor<64x1xf32>, f32
  }
  return %r#0 : tensor<64x1xf32>
}
