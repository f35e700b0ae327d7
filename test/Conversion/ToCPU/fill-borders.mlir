// Pads fill their borders alone, and what makes the source for them writes into
// the padded tensor: no pass over memory fills all of it, none copies.
// RUN: amp-opt %s --amp-cpu-fill-borders --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-cpu-fill-borders --amp-cpu-fill-borders --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-cpu-fill-borders --eliminate-empty-tensors \
// RUN:   --one-shot-bufferize=bufferize-function-boundaries --cse --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=BUFFERS

// CHECK-LABEL: func @inPlace
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x6xf16>
// CHECK: tensor.empty() : tensor<1x4x6xf16>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f16
// CHECK: %[[E:.*]] = tensor.empty() : tensor<1x6x9xf16>
// Ends of one element are filled at once.
// CHECK: %[[S0:.*]] = tensor.extract_slice %[[E]][0, 0, 0] [1, 2, 9] [1, 5, 1]
// CHECK: %[[F0:.*]] = linalg.fill ins(%[[ZERO]] : f16) outs(%[[S0]] :
// CHECK: %[[P0:.*]] = tensor.insert_slice %[[F0]] into %[[E]][0, 0, 0] [1, 2, 9] [1, 5, 1]
// CHECK: tensor.extract_slice %[[P0]][0, 1, 0] [1, 4, 1] [1, 1, 1]
// CHECK: %[[P1:.*]] = tensor.insert_slice
// CHECK: tensor.extract_slice %[[P1]][0, 1, 7] [1, 4, 2] [1, 1, 1]
// CHECK: %[[P2:.*]] = tensor.insert_slice
// CHECK: %[[M:.*]] = linalg.negf
// CHECK: %[[R:.*]] = tensor.insert_slice %[[M]] into %[[P2]][0, 1, 1] [1, 4, 6] [1, 1, 1]
// CHECK: return %[[R]]
// BUFFERS-LABEL: func @inPlace
// BUFFERS-COUNT-1: memref.alloc
// BUFFERS-NOT: memref.alloc
// BUFFERS: linalg.negf
// BUFFERS-NOT: memref.copy
// BUFFERS: return
func.func @inPlace(%x: tensor<1x4x6xf16>) -> tensor<1x6x9xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<1x4x6xf16>
  %0 = linalg.negf ins(%x : tensor<1x4x6xf16>) outs(%e : tensor<1x4x6xf16>) -> tensor<1x4x6xf16>
  %1 = tensor.pad %0 low[0, 1, 1] high[0, 1, 2] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f16
  } : tensor<1x4x6xf16> to tensor<1x6x9xf16>
  return %1 : tensor<1x6x9xf16>
}

// -----

// Another reader, or a sum: the source has a place of its own.
// CHECK-LABEL: func @copied
// CHECK: linalg.negf
// CHECK: tensor.empty() : tensor<8xf32>
// CHECK: linalg.fill
// CHECK: linalg.reduce
// CHECK: tensor.empty() : tensor<8xf32>
func.func @copied(%x: tensor<6xf32>, %y: tensor<6x5xf32>, %s: tensor<6xf32>)
    -> (tensor<8xf32>, tensor<6xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.negf ins(%x : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<6xf32> to tensor<8xf32>
  %2 = linalg.reduce { arith.addf } ins(%y : tensor<6x5xf32>) outs(%s : tensor<6xf32>) dimensions = [1]
  %3 = tensor.pad %2 low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<6xf32> to tensor<8xf32>
  return %1, %0, %3 : tensor<8xf32>, tensor<6xf32>, tensor<8xf32>
}

// -----

// What is padded with what a run computes, and unknown sizes stay.
// CHECK-LABEL: func @stays
// CHECK-NOT: linalg.fill
// CHECK-COUNT-2: tensor.pad
func.func @stays(%x: tensor<6xf32>, %v: f32, %d: tensor<?xf32>)
    -> (tensor<8xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<6xf32> to tensor<8xf32>
  %2 = tensor.pad %d low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1, %2 : tensor<8xf32>, tensor<?xf32>
}
