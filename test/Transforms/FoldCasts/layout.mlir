// RUN: amp-opt --amp-fold-casts %s | FileCheck %s
// RUN: amp-opt --amp-fold-casts %s -o %t.once
// RUN: amp-opt --amp-fold-casts %t.once -o %t.twice
// RUN: diff %t.once %t.twice

// A pair that views and a transpose separate cancels.
// CHECK-LABEL: func.func @pair_across
// CHECK-NOT: arith.
// CHECK: tensor.collapse_shape {{.*}} : tensor<2x3x4xf16> into tensor<6x4xf16>
// CHECK: linalg.transpose ins({{.*}} : tensor<6x4xf16>) outs({{.*}} : tensor<4x6xf16>)
// CHECK: return {{.*}} : tensor<4x6xf16>
func.func @pair_across(%x: tensor<2x3x4xf16>) -> tensor<4x6xf16> {
  %0 = arith.extf %x fastmath<contract> : tensor<2x3x4xf16> to tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %e = tensor.empty() : tensor<4x6xf32>
  %2 = linalg.transpose ins(%1 : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) permutation = [1, 0]
  %3 = arith.truncf %2 fastmath<contract> : tensor<4x6xf32> to tensor<4x6xf16>
  return %3 : tensor<4x6xf16>
}

// ... also of dynamic shape.
// CHECK-LABEL: func.func @pair_across_dynamic
// CHECK-NOT: arith.extf
// CHECK: tensor.collapse_shape {{.*}} : tensor<?x3xbf16> into tensor<?xbf16>
// CHECK-NOT: arith.truncf
func.func @pair_across_dynamic(%x: tensor<?x3xbf16>) -> tensor<?xbf16> {
  %0 = arith.extf %x fastmath<contract> : tensor<?x3xbf16> to tensor<?x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  %2 = arith.truncf %1 fastmath<contract> : tensor<?xf32> to tensor<?xbf16>
  return %2 : tensor<?xbf16>
}

// Rounding happens on the smaller side, and moves as the user wrote it.
// CHECK-LABEL: func.func @smaller_side
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<64xf32>
// CHECK: %[[A:.*]] = arith.truncf %[[X]] downward : tensor<8xf32> to tensor<8xf16>
// CHECK: linalg.broadcast ins(%[[A]] : tensor<8xf16>)
// CHECK: %[[S:.*]] = tensor.extract_slice %[[Y]][0] [4] [1] : tensor<64xf32> to tensor<4xf32>
// CHECK: arith.truncf %[[S]] : tensor<4xf32> to tensor<4xf16>
func.func @smaller_side(%x: tensor<8xf32>, %y: tensor<64xf32>) -> (tensor<4x8xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %1 = arith.truncf %0 downward : tensor<4x8xf32> to tensor<4x8xf16>
  %2 = arith.truncf %y : tensor<64xf32> to tensor<64xf16>
  %3 = tensor.extract_slice %2[0] [4] [1] : tensor<64xf16> to tensor<4xf16>
  return %1, %3 : tensor<4x8xf16>, tensor<4xf16>
}

// A layout op that somebody else reads stays, and so does the cast behind it;
// a padded value is arithmetic, an inserted slice has two sources.
// CHECK-LABEL: func.func @stays
// CHECK: %[[T:.*]] = linalg.transpose {{.*}} outs({{.*}} : tensor<6x4xf32>)
// CHECK-NEXT: %[[A:.*]] = arith.truncf %[[T]]
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: %[[B:.*]] = arith.truncf %[[P]]
// CHECK: %[[I:.*]] = tensor.insert_slice
// CHECK-NEXT: %[[C:.*]] = arith.truncf %[[I]]
// CHECK-NEXT: return %[[T]], %[[A]], %[[B]], %[[C]]
func.func @stays(%x: tensor<4x6xf32>, %y: tensor<1x6xf32>) -> (tensor<6x4xf32>, tensor<6x4xf16>, tensor<5x6xf16>, tensor<4x6xf16>) {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %1 = arith.truncf %0 fastmath<contract> : tensor<6x4xf32> to tensor<6x4xf16>
  %z = arith.constant 0.1 : f32
  %2 = tensor.pad %x low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x6xf32> to tensor<5x6xf32>
  %3 = arith.truncf %2 fastmath<contract> : tensor<5x6xf32> to tensor<5x6xf16>
  %4 = tensor.insert_slice %y into %x[0, 0] [1, 6] [1, 1] : tensor<1x6xf32> into tensor<4x6xf32>
  %5 = arith.truncf %4 fastmath<contract> : tensor<4x6xf32> to tensor<4x6xf16>
  return %0, %1, %3, %5 : tensor<6x4xf32>, tensor<6x4xf16>, tensor<5x6xf16>, tensor<4x6xf16>
}

// TOSA's layout ops go the same way.
// CHECK-LABEL: func.func @tosa
// CHECK-NOT: arith.
// CHECK: tosa.transpose {{.*}} : (tensor<2x3xf16>) -> tensor<3x2xf16>
// CHECK: return
func.func @tosa(%x: tensor<2x3xf16>) -> tensor<3x2xf16> {
  %0 = arith.extf %x : tensor<2x3xf16> to tensor<2x3xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = arith.truncf %1 : tensor<3x2xf32> to tensor<3x2xf16>
  return %2 : tensor<3x2xf16>
}
