// Loops in loops, branches in loops, values that bodies capture: what each
// region hands to the next is known, whatever the order of visits.
// RUN: amp-opt %s --amp-print-ranges -o /dev/null 2>&1 | FileCheck %s

// A loop in a loop: what the inner one adds, the outer one carries on, until
// the bound that moves is given up; the bound that stays is kept.
// CHECK-LABEL: remark: argument 0: [0, 1]
// CHECK: scf.for result 0: [0, inf]
// CHECK: scf.for result 1: [-0.761594, 1]
// CHECK: math.tanh result 0: [-0.642015, 0.761594]
// CHECK: scf.for result 0: [0, inf]
// CHECK: arith.addf result 0: [0, inf]
func.func @nested(%x: tensor<4xf32> {amp.range = array<f64: 0.0, 1.0>},
                  %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %t = math.tanh %b : tensor<4xf32>
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%d = %a) -> tensor<4xf32> {
      %e = arith.addf %d, %x : tensor<4xf32>
      scf.yield %e : tensor<4xf32>
    }
    %m = arith.negf %t : tensor<4xf32>
    scf.yield %s, %m : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Branches in a loop, a value captured by a body, and a loop that runs while a
// condition holds: one region hands to the other.
// CHECK-LABEL: remark: argument 0: [-3, 2]
// CHECK: scf.for result 0: [-3, 8]
// CHECK: scf.if result 0: [-3, 8]
// CHECK: linalg.generic result 0: [-3, 8]
// CHECK: scf.while result 0: [-3, 8]
// CHECK: math.absf result 0: [0, 8]
func.func @branches(%x: tensor<4xf32> {amp.range = array<f64: -3.0, 2.0>},
                    %c: i1, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %eight = arith.constant dense<8.0> : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %p = scf.if %c -> tensor<4xf32> {
      scf.yield %eight : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    %g = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>],
                         iterator_types = ["parallel"]}
        outs(%empty : tensor<4xf32>) {
    ^bb0(%out: f32):
      %k = linalg.index 0 : index
      %e = tensor.extract %p[%k] : tensor<4xf32>
      linalg.yield %e : f32
    } -> tensor<4xf32>
    scf.yield %g : tensor<4xf32>
  }
  %w = scf.while (%a = %r) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    scf.yield %b : tensor<4xf32>
  }
  %f = math.absf %w : tensor<4xf32>
  return %f : tensor<4xf32>
}
