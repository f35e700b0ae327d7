// Steps that a single number scales, which only a run tells, may be as small as
// any: what four of them in a row are added to stays f32, as in a loop.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @sampler
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64xf32>
func.func @sampler(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %sizes: tensor<4xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s0 = tensor.extract_slice %sizes[0] [1] [1] : tensor<4xf32> to tensor<f32>
  %b0 = linalg.broadcast ins(%s0 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d0 = arith.mulf %h0, %b0 : tensor<64x64xf32>
  %x1 = arith.addf %x0, %d0 : tensor<64x64xf32>
  %s1 = tensor.extract_slice %sizes[1] [1] [1] : tensor<4xf32> to tensor<f32>
  %b1 = linalg.broadcast ins(%s1 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d1 = arith.mulf %h1, %b1 : tensor<64x64xf32>
  %x2 = arith.addf %x1, %d1 : tensor<64x64xf32>
  %s2 = tensor.extract_slice %sizes[2] [1] [1] : tensor<4xf32> to tensor<f32>
  %b2 = linalg.broadcast ins(%s2 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d2 = arith.mulf %h2, %b2 : tensor<64x64xf32>
  %x3 = arith.addf %x2, %d2 : tensor<64x64xf32>
  %s3 = tensor.extract_slice %sizes[3] [1] [1] : tensor<4xf32> to tensor<f32>
  %b3 = linalg.broadcast ins(%s3 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h3 = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d3 = arith.mulf %h3, %b3 : tensor<64x64xf32>
  %x4 = arith.addf %x3, %d3 : tensor<64x64xf32>
  %r = linalg.matmul ins(%x4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Three are left to the cost.
// CHECK-LABEL: func.func @few
// CHECK: arith.addf {{.*}} : tensor<64x64x{{b?}}f16>
func.func @few(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %sizes: tensor<4xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s0 = tensor.extract_slice %sizes[0] [1] [1] : tensor<4xf32> to tensor<f32>
  %b0 = linalg.broadcast ins(%s0 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d0 = arith.mulf %h0, %b0 : tensor<64x64xf32>
  %x1 = arith.addf %x0, %d0 : tensor<64x64xf32>
  %s1 = tensor.extract_slice %sizes[1] [1] [1] : tensor<4xf32> to tensor<f32>
  %b1 = linalg.broadcast ins(%s1 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d1 = arith.mulf %h1, %b1 : tensor<64x64xf32>
  %x2 = arith.addf %x1, %d1 : tensor<64x64xf32>
  %s2 = tensor.extract_slice %sizes[2] [1] [1] : tensor<4xf32> to tensor<f32>
  %b2 = linalg.broadcast ins(%s2 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d2 = arith.mulf %h2, %b2 : tensor<64x64xf32>
  %x3 = arith.addf %x2, %d2 : tensor<64x64xf32>
  %r = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// In a body that reads the number from outside.
// CHECK-LABEL: func.func @captured
// CHECK-COUNT-3: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
func.func @captured(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %sizes: tensor<4xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c0 = arith.constant 0 : index
  %s0 = tensor.extract %sizes[%c0] : tensor<4xf32>
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x0, %h0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a0: f32, %g0: f32, %o0: f32):
    %p0 = arith.mulf %g0, %s0 : f32
    %q0 = arith.addf %a0, %p0 : f32
    linalg.yield %q0 : f32
  } -> tensor<64x64xf32>
  %c1 = arith.constant 1 : index
  %s1 = tensor.extract %sizes[%c1] : tensor<4xf32>
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x1, %h1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a1: f32, %g1: f32, %o1: f32):
    %p1 = arith.mulf %g1, %s1 : f32
    %q1 = arith.addf %a1, %p1 : f32
    linalg.yield %q1 : f32
  } -> tensor<64x64xf32>
  %c2 = arith.constant 2 : index
  %s2 = tensor.extract %sizes[%c2] : tensor<4xf32>
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x2, %h2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a2: f32, %g2: f32, %o2: f32):
    %p2 = arith.mulf %g2, %s2 : f32
    %q2 = arith.addf %a2, %p2 : f32
    linalg.yield %q2 : f32
  } -> tensor<64x64xf32>
  %c3 = arith.constant 3 : index
  %s3 = tensor.extract %sizes[%c3] : tensor<4xf32>
  %h3 = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x3, %h3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a3: f32, %g3: f32, %o3: f32):
    %p3 = arith.mulf %g3, %s3 : f32
    %q3 = arith.addf %a3, %p3 : f32
    linalg.yield %q3 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%x4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Where the body reads it in control flow of its own.
// CHECK-LABEL: func.func @captured_deeper
// CHECK-COUNT-4: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
func.func @captured_deeper(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %sizes: tensor<4xf32>, %on: i1) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c0 = arith.constant 0 : index
  %s0 = tensor.extract %sizes[%c0] : tensor<4xf32>
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x0, %h0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a0: f32, %g0: f32, %o0: f32):
    %n0 = scf.if %on -> f32 {
      scf.yield %s0 : f32
    } else {
      scf.yield %one : f32
    }
    %p0 = arith.mulf %g0, %n0 : f32
    %q0 = arith.addf %a0, %p0 : f32
    linalg.yield %q0 : f32
  } -> tensor<64x64xf32>
  %c1 = arith.constant 1 : index
  %s1 = tensor.extract %sizes[%c1] : tensor<4xf32>
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x1, %h1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a1: f32, %g1: f32, %o1: f32):
    %n1 = scf.if %on -> f32 {
      scf.yield %s1 : f32
    } else {
      scf.yield %one : f32
    }
    %p1 = arith.mulf %g1, %n1 : f32
    %q1 = arith.addf %a1, %p1 : f32
    linalg.yield %q1 : f32
  } -> tensor<64x64xf32>
  %c2 = arith.constant 2 : index
  %s2 = tensor.extract %sizes[%c2] : tensor<4xf32>
  %h2 = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x2, %h2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a2: f32, %g2: f32, %o2: f32):
    %n2 = scf.if %on -> f32 {
      scf.yield %s2 : f32
    } else {
      scf.yield %one : f32
    }
    %p2 = arith.mulf %g2, %n2 : f32
    %q2 = arith.addf %a2, %p2 : f32
    linalg.yield %q2 : f32
  } -> tensor<64x64xf32>
  %c3 = arith.constant 3 : index
  %s3 = tensor.extract %sizes[%c3] : tensor<4xf32>
  %h3 = linalg.matmul ins(%x3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x4 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%x3, %h3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a3: f32, %g3: f32, %o3: f32):
    %n3 = scf.if %on -> f32 {
      scf.yield %s3 : f32
    } else {
      scf.yield %one : f32
    }
    %p3 = arith.mulf %g3, %n3 : f32
    %q3 = arith.addf %a3, %p3 : f32
    linalg.yield %q3 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%x4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// What the steps came to is scaled by such numbers as well before the next one
// (a sampler that finds the picture first, then adds the noise).
// CHECK-LABEL: func.func @scaled
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK: arith.subf {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
func.func @scaled(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %sizes: tensor<4xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %x0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s0 = tensor.extract_slice %sizes[0] [1] [1] : tensor<4xf32> to tensor<f32>
  %b0 = linalg.broadcast ins(%s0 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h0 = linalg.matmul ins(%x0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d0 = arith.mulf %h0, %b0 : tensor<64x64xf32>
  %u0 = arith.subf %x0, %d0 : tensor<64x64xf32>
  %v0 = arith.mulf %u0, %b0 : tensor<64x64xf32>
  %k0 = arith.mulf %h0, %b0 : tensor<64x64xf32>
  %x1 = arith.addf %v0, %k0 : tensor<64x64xf32>
  %s1 = tensor.extract_slice %sizes[1] [1] [1] : tensor<4xf32> to tensor<f32>
  %b1 = linalg.broadcast ins(%s1 : tensor<f32>) outs(%e : tensor<64x64xf32>) dimensions = [0, 1]
  %h1 = linalg.matmul ins(%x1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d1 = arith.mulf %h1, %b1 : tensor<64x64xf32>
  %u1 = arith.subf %x1, %d1 : tensor<64x64xf32>
  %v1 = arith.mulf %u1, %b1 : tensor<64x64xf32>
  %k1 = arith.mulf %h1, %b1 : tensor<64x64xf32>
  %x2 = arith.addf %v1, %k1 : tensor<64x64xf32>
  %r = linalg.matmul ins(%x2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A running mean: each step is a small part of what lies between it and the next
// value. Halves are layers.
// CHECK-LABEL: func.func @running_mean
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64xf32>
func.func @running_mean(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k2 = arith.constant dense<4.0> : tensor<64x64xf32>
  %k3 = arith.constant dense<5.0> : tensor<64x64xf32>
  %k4 = arith.constant dense<6.0> : tensor<64x64xf32>
  %k5 = arith.constant dense<7.0> : tensor<64x64xf32>
  %y1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y2 = linalg.matmul ins(%y1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d2 = arith.subf %y2, %y1 : tensor<64x64xf32>
  %s2 = arith.divf %d2, %k2 : tensor<64x64xf32>
  %m2 = arith.addf %y1, %s2 : tensor<64x64xf32>
  %y3 = linalg.matmul ins(%y2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d3 = arith.subf %y3, %m2 : tensor<64x64xf32>
  %s3 = arith.divf %d3, %k3 : tensor<64x64xf32>
  %m3 = arith.addf %m2, %s3 : tensor<64x64xf32>
  %y4 = linalg.matmul ins(%y3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d4 = arith.subf %y4, %m3 : tensor<64x64xf32>
  %s4 = arith.divf %d4, %k4 : tensor<64x64xf32>
  %m4 = arith.addf %m3, %s4 : tensor<64x64xf32>
  %y5 = linalg.matmul ins(%y4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d5 = arith.subf %y5, %m4 : tensor<64x64xf32>
  %s5 = arith.divf %d5, %k5 : tensor<64x64xf32>
  %m5 = arith.addf %m4, %s5 : tensor<64x64xf32>
  %r = linalg.matmul ins(%m5, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @halves
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64x{{b?}}f16>
func.func @halves(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %k2 = arith.constant dense<2.0> : tensor<64x64xf32>
  %k3 = arith.constant dense<2.0> : tensor<64x64xf32>
  %k4 = arith.constant dense<2.0> : tensor<64x64xf32>
  %k5 = arith.constant dense<2.0> : tensor<64x64xf32>
  %y1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y2 = linalg.matmul ins(%y1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d2 = arith.subf %y2, %y1 : tensor<64x64xf32>
  %s2 = arith.divf %d2, %k2 : tensor<64x64xf32>
  %m2 = arith.addf %y1, %s2 : tensor<64x64xf32>
  %y3 = linalg.matmul ins(%y2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d3 = arith.subf %y3, %m2 : tensor<64x64xf32>
  %s3 = arith.divf %d3, %k3 : tensor<64x64xf32>
  %m3 = arith.addf %m2, %s3 : tensor<64x64xf32>
  %y4 = linalg.matmul ins(%y3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d4 = arith.subf %y4, %m3 : tensor<64x64xf32>
  %s4 = arith.divf %d4, %k4 : tensor<64x64xf32>
  %m4 = arith.addf %m3, %s4 : tensor<64x64xf32>
  %y5 = linalg.matmul ins(%y4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d5 = arith.subf %y5, %m4 : tensor<64x64xf32>
  %s5 = arith.divf %d5, %k5 : tensor<64x64xf32>
  %m5 = arith.addf %m4, %s5 : tensor<64x64xf32>
  %r = linalg.matmul ins(%m5, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A leaking state takes small steps: a factor near one lies between them.
// CHECK-LABEL: func.func @leaky
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64xf32>
func.func @leaky(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %keep = arith.constant dense<0.99> : tensor<64x64xf32>
  %take = arith.constant dense<0.01> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %s0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p0 = linalg.matmul ins(%s0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t0 = math.tanh %p0 : tensor<64x64xf32>
  %k0 = arith.mulf %s0, %keep : tensor<64x64xf32>
  %m0 = arith.mulf %t0, %take : tensor<64x64xf32>
  %s1 = arith.addf %k0, %m0 : tensor<64x64xf32>
  %p1 = linalg.matmul ins(%s1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t1 = math.tanh %p1 : tensor<64x64xf32>
  %k1 = arith.mulf %s1, %keep : tensor<64x64xf32>
  %m1 = arith.mulf %t1, %take : tensor<64x64xf32>
  %s2 = arith.addf %k1, %m1 : tensor<64x64xf32>
  %p2 = linalg.matmul ins(%s2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t2 = math.tanh %p2 : tensor<64x64xf32>
  %k2 = arith.mulf %s2, %keep : tensor<64x64xf32>
  %m2 = arith.mulf %t2, %take : tensor<64x64xf32>
  %s3 = arith.addf %k2, %m2 : tensor<64x64xf32>
  %p3 = linalg.matmul ins(%s3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t3 = math.tanh %p3 : tensor<64x64xf32>
  %k3 = arith.mulf %s3, %keep : tensor<64x64xf32>
  %m3 = arith.mulf %t3, %take : tensor<64x64xf32>
  %s4 = arith.addf %k3, %m3 : tensor<64x64xf32>
  %r = linalg.matmul ins(%s4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The same with a divisor near one (an implicit step).
// CHECK-LABEL: func.func @implicit
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<64x64xf32>
func.func @implicit(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %keep = arith.constant dense<0.99> : tensor<64x64xf32>
  %take = arith.constant dense<0.01> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %s0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = math.tanh %s0 : tensor<64x64xf32>
  %a = math.absf %q : tensor<64x64xf32>
  %b = arith.mulf %a, %take : tensor<64x64xf32>
  %d = arith.addf %b, %one : tensor<64x64xf32>
  %p0 = linalg.matmul ins(%s0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t0 = math.tanh %p0 : tensor<64x64xf32>
  %m0 = arith.mulf %t0, %take : tensor<64x64xf32>
  %u0 = arith.addf %s0, %m0 : tensor<64x64xf32>
  %s1 = arith.divf %u0, %d : tensor<64x64xf32>
  %p1 = linalg.matmul ins(%s1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t1 = math.tanh %p1 : tensor<64x64xf32>
  %m1 = arith.mulf %t1, %take : tensor<64x64xf32>
  %u1 = arith.addf %s1, %m1 : tensor<64x64xf32>
  %s2 = arith.divf %u1, %d : tensor<64x64xf32>
  %p2 = linalg.matmul ins(%s2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t2 = math.tanh %p2 : tensor<64x64xf32>
  %m2 = arith.mulf %t2, %take : tensor<64x64xf32>
  %u2 = arith.addf %s2, %m2 : tensor<64x64xf32>
  %s3 = arith.divf %u2, %d : tensor<64x64xf32>
  %p3 = linalg.matmul ins(%s3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t3 = math.tanh %p3 : tensor<64x64xf32>
  %m3 = arith.mulf %t3, %take : tensor<64x64xf32>
  %u3 = arith.addf %s3, %m3 : tensor<64x64xf32>
  %s4 = arith.divf %u3, %d : tensor<64x64xf32>
  %r = linalg.matmul ins(%s4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A linear recurrence: its state is an accumulator, its decays are as they came.
// CHECK-LABEL: func.func @scan
// CHECK: %[[DECAY:.*]] = math.exp {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[DECAY]] : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[DECAY]] : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[DECAY]] : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %[[DECAY]] : tensor<64x64xf32>
// CHECK: arith.addf {{.*}} : tensor<64x64xf32>
func.func @scan(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %keep = arith.constant dense<0.99> : tensor<64x64xf32>
  %take = arith.constant dense<0.01> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %s0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %rate = math.absf %u : tensor<64x64xf32>
  %less = arith.negf %rate : tensor<64x64xf32>
  %decay = math.exp %less : tensor<64x64xf32>
  %k0 = arith.mulf %s0, %decay : tensor<64x64xf32>
  %s1 = arith.addf %k0, %u : tensor<64x64xf32>
  %k1 = arith.mulf %s1, %decay : tensor<64x64xf32>
  %s2 = arith.addf %k1, %u : tensor<64x64xf32>
  %k2 = arith.mulf %s2, %decay : tensor<64x64xf32>
  %s3 = arith.addf %k2, %u : tensor<64x64xf32>
  %k3 = arith.mulf %s3, %decay : tensor<64x64xf32>
  %s4 = arith.addf %k3, %u : tensor<64x64xf32>
  %r = linalg.matmul ins(%s4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The cells of a network have decays, too, but what is added to them is made of
// their state.
// CHECK-LABEL: func.func @cells
// CHECK: linalg.matmul
// CHECK: arith.addf {{.*}} : tensor<64x64x{{b?}}f16>
func.func @cells(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %keep = arith.constant dense<0.99> : tensor<64x64xf32>
  %take = arith.constant dense<0.01> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %s0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p0 = linalg.matmul ins(%s0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n0 = math.absf %p0 : tensor<64x64xf32>
  %l0 = arith.negf %n0 : tensor<64x64xf32>
  %g0 = math.exp %l0 : tensor<64x64xf32>
  %k0 = arith.mulf %s0, %g0 : tensor<64x64xf32>
  %t0 = math.tanh %p0 : tensor<64x64xf32>
  %s1 = arith.addf %k0, %t0 : tensor<64x64xf32>
  %p1 = linalg.matmul ins(%s1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n1 = math.absf %p1 : tensor<64x64xf32>
  %l1 = arith.negf %n1 : tensor<64x64xf32>
  %g1 = math.exp %l1 : tensor<64x64xf32>
  %k1 = arith.mulf %s1, %g1 : tensor<64x64xf32>
  %t1 = math.tanh %p1 : tensor<64x64xf32>
  %s2 = arith.addf %k1, %t1 : tensor<64x64xf32>
  %p2 = linalg.matmul ins(%s2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n2 = math.absf %p2 : tensor<64x64xf32>
  %l2 = arith.negf %n2 : tensor<64x64xf32>
  %g2 = math.exp %l2 : tensor<64x64xf32>
  %k2 = arith.mulf %s2, %g2 : tensor<64x64xf32>
  %t2 = math.tanh %p2 : tensor<64x64xf32>
  %s3 = arith.addf %k2, %t2 : tensor<64x64xf32>
  %p3 = linalg.matmul ins(%s3, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n3 = math.absf %p3 : tensor<64x64xf32>
  %l3 = arith.negf %n3 : tensor<64x64xf32>
  %g3 = math.exp %l3 : tensor<64x64xf32>
  %k3 = arith.mulf %s3, %g3 : tensor<64x64xf32>
  %t3 = math.tanh %p3 : tensor<64x64xf32>
  %s4 = arith.addf %k3, %t3 : tensor<64x64xf32>
  %r = linalg.matmul ins(%s4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// The same recurrence, each step one body.
// CHECK-LABEL: func.func @fused_scan
// CHECK: math.exp
// CHECK-COUNT-4: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64x{{b?f16|f32}}>)
func.func @fused_scan(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %s0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %u = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %rate = math.absf %u : tensor<64x64xf32>
  %less = arith.negf %rate : tensor<64x64xf32>
  %decay = math.exp %less : tensor<64x64xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s0, %decay, %u : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%h: f32, %a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %h, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %s2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s1, %decay, %u : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%h: f32, %a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %h, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %s3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s2, %decay, %u : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%h: f32, %a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %h, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %s4 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%s3, %decay, %u : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%h: f32, %a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %h, %a : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%s4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
