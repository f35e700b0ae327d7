// RUN: amp-opt %s --split-input-file --amp-specialize-shapes="shapes=0:4x8 entry=main" | FileCheck %s
// RUN: amp-opt %s --split-input-file --amp-specialize-shapes | FileCheck %s --check-prefix=NONE

// Without shapes nothing changes.
// NONE: func.func @main(%{{.*}}: tensor<?x8xf32>)

// Structured ops, fills and empty tensors by upstream's canonicalization.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x16xf32>) -> tensor<4x16xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x16xf32>
// CHECK: %[[INIT:.*]] = linalg.fill {{.*}} outs(%[[EMPTY]] : tensor<4x16xf32>)
// CHECK: %[[PRODUCT:.*]] = linalg.matmul ins(%[[X]], %[[W]] : tensor<4x8xf32>, tensor<8x16xf32>) outs(%[[INIT]] : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %[[PRODUCT]] : tensor<4x16xf32>
func.func @main(%x: tensor<?x8xf32>, %w: tensor<8x16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x8xf32>
  %empty = tensor.empty(%rows) : tensor<?x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x16xf32>) -> tensor<?x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x16xf32>) outs(%init : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// -----

// A reshape to sizes that are computed from known ones.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> tensor<2x2x8xf32>
// CHECK: tensor.reshape %{{.*}} : (tensor<4x8xf32>, tensor<3xi64>) -> tensor<2x2x8xf32>
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x2x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c2_i64 = arith.constant 2 : i64
  %c8_i64 = arith.constant 8 : i64
  %rows = tensor.dim %x, %c0 : tensor<?x8xf32>
  %half = arith.divsi %rows, %c2 : index
  %size = arith.index_cast %half : index to i64
  %shape = tensor.from_elements %size, %c2_i64, %c8_i64 : tensor<3xi64>
  %0 = tensor.reshape %x(%shape) : (tensor<?x8xf32>, tensor<3xi64>) -> tensor<?x2x8xf32>
  return %0 : tensor<?x2x8xf32>
}

// -----

// Elementwise ops on whole tensors have one shape: what one operand says, the
// others have too. A scalar condition has none.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<?x?xf32>, %[[C:.*]]: i1) -> (tensor<4x8xf32>, tensor<4x8xi1>)
// CHECK: %[[CAST:.*]] = tensor.cast %[[Y]] : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}} : tensor<4x8xf32>
// CHECK: arith.select %[[C]], %[[SUM]], %{{.*}} : tensor<4x8xf32>
// CHECK: arith.cmpf olt, %{{.*}} : tensor<4x8xf32>
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x?xf32>, %c: i1) -> (tensor<?x8xf32>, tensor<?x?xi1>) {
  %0 = tensor.cast %y : tensor<?x?xf32> to tensor<?x8xf32>
  %1 = arith.addf %x, %0 : tensor<?x8xf32>
  %2 = arith.select %c, %1, %x : tensor<?x8xf32>
  %3 = tensor.cast %2 : tensor<?x8xf32> to tensor<?x?xf32>
  %4 = arith.cmpf olt, %3, %y : tensor<?x?xf32>
  return %2, %4 : tensor<?x8xf32>, tensor<?x?xi1>
}

// -----

// Ops that infer their shapes, TOSA's, and what a loop carries.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<1x8xf32>) -> tensor<4x8xf32>
// CHECK: scf.for {{.*}} -> (tensor<4x8xf32>)
// CHECK: tosa.tanh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: tosa.add %{{.*}} : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
// CHECK-NOT: ?
func.func @main(%x: tensor<?x8xf32>, %b: tensor<1x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<?x8xf32> {
    %1 = tosa.tanh %y : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %2 = tosa.add %1, %b : (tensor<?x8xf32>, tensor<1x8xf32>) -> tensor<?x8xf32>
    scf.yield %2 : tensor<?x8xf32>
  }
  return %0 : tensor<?x8xf32>
}

// -----

// What is called with open sizes is inlined.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NOT: call
// CHECK: math.exp %{{.*}} : tensor<4x8xf32>
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = call @layer(%x) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
func.func private @layer(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = math.exp %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// A size that depends on data stays open; an argument that nobody reads has
// its shape.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32>, %{{.*}}: index) -> tensor<?xf32>
func.func @main(%x: tensor<?x8xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Both ways of a branch have the size; one of them alone does not give it.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<?x8xf32>)
// Upstream makes a select of the other.
// CHECK: arith.select %{{.*}} : tensor<?x8xf32>
// CHECK: scf.if {{.*}} -> (tensor<4x8xf32>)
func.func @main(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %c: i1) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %0:2 = scf.if %c -> (tensor<?x8xf32>, tensor<?x8xf32>) {
    %1 = math.exp %x : tensor<?x8xf32>
    scf.yield %1, %y : tensor<?x8xf32>, tensor<?x8xf32>
  } else {
    %1 = math.tanh %x : tensor<?x8xf32>
    scf.yield %1, %x : tensor<?x8xf32>, tensor<?x8xf32>
  }
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// Blocks that all return one size.
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> tensor<4x8xf32>
func.func @main(%x: tensor<?x8xf32>, %c: i1) -> tensor<?x8xf32> {
  cf.cond_br %c, ^one, ^two
^one:
  %0 = math.exp %x : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
^two:
  return %x : tensor<?x8xf32>
}
