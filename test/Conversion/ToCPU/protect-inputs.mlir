// What would be written over an argument of a public function gets a buffer of its
// own; private functions, and arguments that say so, may be overwritten.
// RUN: amp-opt %s --amp-cpu-protect-inputs | FileCheck %s
// RUN: amp-opt %s --amp-cpu-protect-inputs \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   | FileCheck %s --check-prefix=MEMORY

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: tensor<4x4xf32> {bufferization.writable = false}, %{{.*}}: index)
// MEMORY-LABEL: func.func @main(
// MEMORY-SAME: %[[ARG:.*]]: memref<4x4xf32>,
// MEMORY: %[[COPY:.*]] = memref.alloc()
// MEMORY: memref.copy %[[ARG]], %[[COPY]]
// MEMORY: linalg.matmul ins(%[[ARG]], %[[ARG]] : {{.*}}) outs(%[[COPY]] :
func.func @main(%x: tensor<4x4xf32>, %i: index) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = false},
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = true})
// MEMORY-LABEL: func.func @add(
// MEMORY-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>)
// MEMORY: memref.alloc
// MEMORY: linalg.add ins(%[[A]], %[[B]] : {{.*}}) outs(%[[B]] :
func.func @add(%a: tensor<4xf32>,
               %b: tensor<4xf32> {bufferization.writable = true})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.sub ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
      outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
      outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @helper(
// CHECK-SAME: %{{.*}}: tensor<4xf32>)
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
