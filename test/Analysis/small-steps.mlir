// What a loop integrates in small steps (differential equations, samplers)
// stays f32, however few the steps: rounded in each, most of them is lost. The
// layers of a network, whose steps are as large as what they are added to, may
// be low.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

// CHECK-LABEL: func.func @integrate
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
func.func @integrate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant dense<0.02> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %d = arith.mulf %t, %size : tensor<64x64xf32>
    %n = arith.addf %s, %d : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @layers
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>)
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %n = arith.addf %s, %t : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

#id = affine_map<(i, j) -> (i, j)>
#number = affine_map<(i, j) -> ()>

// Steps that a single number scales, here the time between two elements of a
// grid, may be as small as any.
// CHECK-LABEL: func.func @grid
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
func.func @grid(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %times: tensor<51xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<f32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %next = arith.addi %i, %c1 : index
    %t0 = tensor.extract_slice %times[%i] [1] [1] : tensor<51xf32> to tensor<f32>
    %t1 = tensor.extract_slice %times[%next] [1] [1] : tensor<51xf32> to tensor<f32>
    %dt = linalg.sub ins(%t1, %t0 : tensor<f32>, tensor<f32>) outs(%e0 : tensor<f32>) -> tensor<f32>
    %size = linalg.broadcast ins(%dt : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %d = arith.mulf %t, %size : tensor<64x64xf32>
    %n = arith.addf %s, %d : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// In one body, by a number that is handed in.
// CHECK-LABEL: func.func @fused
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
func.func @fused(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %dt: tensor<f32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #number, #id], iterator_types = ["parallel", "parallel"]}
           ins(%s, %p, %dt : tensor<64x64xf32>, tensor<64x64xf32>, tensor<f32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %size: f32, %out: f32):
      %0 = math.tanh %in : f32
      %1 = arith.mulf %0, %size : f32
      %2 = arith.addf %state, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// Layers that are scaled by elements of a table for each of their channels.
// CHECK-LABEL: func.func @channels
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>)
func.func @channels(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %scales: tensor<50x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %row = tensor.extract_slice %scales[%i, 0] [1, 64] [1, 1] : tensor<50x64xf32> to tensor<64xf32>
    %scale = linalg.broadcast ins(%row : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [0]
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = math.tanh %p : tensor<64x64xf32>
    %d = arith.mulf %t, %scale : tensor<64x64xf32>
    %n = arith.addf %s, %d : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// In one body, by a number that it reads from outside.
// CHECK-LABEL: func.func @captured
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
func.func @captured(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %times: tensor<50xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %dt = tensor.extract %times[%i] : tensor<50xf32>
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%s, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %out: f32):
      %0 = math.tanh %in : f32
      %1 = arith.mulf %0, %dt : f32
      %2 = arith.addf %state, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// A step of a tenth, without bounds on what it scales.
// CHECK-LABEL: func.func @tenth
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
func.func @tenth(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant dense<0.1> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %d = arith.mulf %p, %size : tensor<64x64xf32>
    %n = arith.addf %s, %d : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// In the body that adds it.
// CHECK-LABEL: func.func @body
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK-LABEL: func.func @gelu
// CHECK: scf.for {{.*}} -> (tensor<64x64x{{b?}}f16>)
func.func @body(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant 0.1 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%s, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %out: f32):
      %1 = arith.mulf %in, %size : f32
      %2 = arith.subf %state, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// A small term of something else is none.
func.func @gelu(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant 0.044715 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
           ins(%s, %p : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%state: f32, %in: f32, %out: f32):
      %1 = arith.mulf %in, %size : f32
      %2 = arith.addf %in, %1 : f32
      %3 = math.tanh %2 : f32
      %4 = arith.addf %state, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// The step and the sum are one op of a body.
// CHECK-LABEL: func.func @fused_multiply
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
func.func @fused_multiply(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %step = arith.constant 0.1 : f32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = linalg.tanh ins(%p : tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %h : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) {
    ^bb0(%in: f32, %state: f32, %out: f32):
      %f = math.fma %in, %step, %state : f32
      linalg.yield %f : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// The state is scaled by about one in the same body (a moving average).
// CHECK-LABEL: func.func @leaky
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @leaky(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %keep = arith.constant 0.99 : f32
  %take = arith.constant 0.01 : f32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %c20 step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = linalg.tanh ins(%p : tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t, %h : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) {
    ^bb0(%in: f32, %state: f32, %out: f32):
      %0 = arith.mulf %state, %keep : f32
      %1 = arith.mulf %in, %take : f32
      %2 = arith.addf %0, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// Two steps in one body: the second one of what the first made (Verlet), and a
// small one behind a large one.
// CHECK-LABEL: func.func @verlet
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @verlet(%x: tensor<64x64xf32>, %v: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>,tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = arith.constant 0.01 : f32
  %r:2 = scf.for %i = %c0 to %c500 step %c1 iter_args(%s = %x, %u = %v) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %s, %u : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e, %e : tensor<64x64xf32>, tensor<64x64xf32>) {
    ^bb0(%pp: f32, %ss: f32, %uu: f32, %o: f32, %o2: f32):
      %a = math.tanh %pp : f32
      %d = arith.mulf %a, %h : f32
      %u1 = arith.addf %uu, %d : f32
      %d2 = arith.mulf %u1, %h : f32
      %s1 = arith.addf %ss, %d2 : f32
      linalg.yield %s1, %u1 : f32, f32
    } -> (tensor<64x64xf32>, tensor<64x64xf32>)
    scf.yield %n#0, %n#1 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  return %r#0, %r#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// CHECK-LABEL: func.func @second
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x{{b?}}f16>, tensor<64x64x{{b?}}f16>)
func.func @second(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c500 = arith.constant 500 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = arith.constant 0.5 : f32
  %h2 = arith.constant 0.001 : f32
  %r = scf.for %i = %c0 to %c500 step %c1 iter_args(%s = %x) -> (tensor<64x64xf32>) {
    %p = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
    ^bb0(%pp: f32, %ss: f32, %o: f32):
      %a = math.tanh %pp : f32
      %d = arith.mulf %a, %h : f32
      %b = math.sin %pp : f32
      %d2 = arith.mulf %b, %h2 : f32
      %s1 = arith.addf %ss, %d : f32
      %s2 = arith.addf %s1, %d2 : f32
      linalg.yield %s2 : f32
    } -> tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
