// RUN: amp-opt --amp-expand-switches %s | FileCheck %s
// RUN: amp-opt --amp-expand-switches --convert-elementwise-to-linalg \
// RUN:   --one-shot-bufferize=bufferize-function-boundaries %s | FileCheck %s --check-prefix=BUFFERS

// Upstream's bufferization does not know that the result of a switch is what a
// case yields: it would round %b in place.

// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %[[I:.*]]: index
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %[[TWO]] : index
// CHECK: %[[R:.*]] = scf.if %[[FIRST]] -> (tensor<4xf32>) {
// CHECK-NEXT: scf.yield %[[A]] : tensor<4xf32>
// CHECK-NEXT: } else {
// CHECK: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK: %[[SECOND:.*]] = arith.cmpi eq, %[[I]], %[[FIVE]] : index
// CHECK: %[[INNER:.*]] = scf.if %[[SECOND]] -> (tensor<4xf32>) {
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: scf.yield %[[SUM]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[B]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[INNER]] : tensor<4xf32>
// CHECK: math.round %[[R]]
// BUFFERS-LABEL: func.func @two(
// BUFFERS: %[[R:.*]] = scf.if
// BUFFERS: scf.yield %arg1
// BUFFERS: scf.yield
// BUFFERS-NEXT: }
// BUFFERS-NEXT: %[[NEW:.*]] = memref.alloc()
// BUFFERS-NEXT: linalg.generic {{.*}} ins(%[[R]] : {{.*}}) outs(%[[NEW]] : memref<4xf32>)
// BUFFERS-NEXT: ^bb0
// BUFFERS-NEXT: math.round
func.func @two(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %1 = scf.index_switch %i -> tensor<4xf32>
  case 2 {
    scf.yield %a : tensor<4xf32>
  }
  case 5 {
    %s = arith.addf %a, %b : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  default {
    scf.yield %b : tensor<4xf32>
  }
  %2 = math.round %1 : tensor<4xf32>
  %3 = math.absf %b : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @no_result(
// CHECK: scf.if
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%{{.*}}]
// CHECK-NEXT: } else {
// CHECK-NEXT: arith.constant 7
// CHECK-NEXT: arith.cmpi
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @no_result(%m: memref<4xf32>, %s: f32, %i: index) {
  scf.index_switch %i
  case 0 {
    memref.store %s, %m[%i] : memref<4xf32>
    scf.yield
  }
  case 7 {
    memref.store %s, %m[%i] : memref<4xf32>
    scf.yield
  }
  default {
  }
  return
}

// CHECK-LABEL: func.func @no_case(
// CHECK-NEXT: %[[S:.*]] = arith.addf
// CHECK-NEXT: return %[[S]]
func.func @no_case(%s: f32, %i: index) -> f32 {
  %0 = scf.index_switch %i -> f32
  default {
    %1 = arith.addf %s, %s : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// One within the other.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: index_switch
func.func @nested(%s: f32, %t: f32, %i: index, %j: index) -> f32 {
  %0 = scf.index_switch %i -> f32
  case 1 {
    %1 = scf.index_switch %j -> f32
    case 2 {
      scf.yield %s : f32
    }
    default {
      scf.yield %t : f32
    }
    scf.yield %1 : f32
  }
  default {
    scf.yield %t : f32
  }
  return %0 : f32
}
