// RUN: amp-opt --amp-fold-casts %s | FileCheck %s

// Extending and rounding back is the identity, whoever wrote it.
// CHECK-LABEL: func.func @trunc_of_ext
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>
// CHECK-NEXT: return %[[X]]
func.func @trunc_of_ext(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = arith.extf %x : tensor<4xf16> to tensor<4xf32>
  %1 = arith.truncf %0 : tensor<4xf32> to tensor<4xf16>
  return %1 : tensor<4xf16>
}

// Rounding and extending back goes only where both casts are ours.
// CHECK-LABEL: func.func @ext_of_trunc_ours
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @ext_of_trunc_ours(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.truncf %x fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %1 = arith.extf %0 fastmath<contract> : tensor<4xf16> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The user rounds: both, first, second. Nothing goes.
// CHECK-LABEL: func.func @ext_of_trunc_user
// CHECK-NEXT: %[[A:.*]] = arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[B:.*]] = arith.extf %[[A]] : tensor<4xf16>
// CHECK-NEXT: %[[C:.*]] = arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK-NEXT: %[[D:.*]] = arith.extf %[[C]] fastmath<contract>
// CHECK-NEXT: %[[E:.*]] = arith.truncf %{{.*}} fastmath<contract> : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[F:.*]] = arith.extf %[[E]] : tensor<4xf16>
// CHECK-NEXT: return %[[B]], %[[D]], %[[F]]
func.func @ext_of_trunc_user(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %1 = arith.extf %0 : tensor<4xf16> to tensor<4xf32>
  %2 = arith.truncf %x : tensor<4xf32> to tensor<4xbf16>
  %3 = arith.extf %2 fastmath<contract> : tensor<4xbf16> to tensor<4xf32>
  %4 = arith.truncf %y fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %5 = arith.extf %4 : tensor<4xf16> to tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Rounding twice differs from rounding once: the user's chain stays, ours goes.
// CHECK-LABEL: func.func @trunc_of_trunc
// CHECK-NEXT: %[[A:.*]] = arith.truncf %{{.*}} : tensor<4xf64> to tensor<4xf32>
// CHECK-NEXT: %[[B:.*]] = arith.truncf %[[A]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[C:.*]] = arith.truncf %{{.*}} fastmath<contract> : tensor<4xf64> to tensor<4xf16>
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @trunc_of_trunc(%x: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf16>, tensor<4xf16>) {
  %0 = arith.truncf %x : tensor<4xf64> to tensor<4xf32>
  %1 = arith.truncf %0 : tensor<4xf32> to tensor<4xf16>
  %2 = arith.truncf %y fastmath<contract> : tensor<4xf64> to tensor<4xf32>
  %3 = arith.truncf %2 fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  return %1, %3 : tensor<4xf16>, tensor<4xf16>
}

// An extension loses nothing: chains shorten, as the user's if one was.
// CHECK-LABEL: func.func @ext_first
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[Y:.*]]: tensor<4xf32>
// CHECK-DAG: %[[A:.*]] = arith.extf %[[X]] : tensor<4xf16> to tensor<4xf64>
// CHECK-DAG: %[[B:.*]] = arith.extf %[[X]] fastmath<contract> : tensor<4xf16> to tensor<4xf32>
// CHECK-DAG: %[[C:.*]] = arith.truncf %[[Y]] upward : tensor<4xf32> to tensor<4xf16>
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @ext_first(%x: tensor<4xf16>, %y: tensor<4xf32>) -> (tensor<4xf64>, tensor<4xf32>, tensor<4xf16>) {
  %0 = arith.extf %x fastmath<contract> : tensor<4xf16> to tensor<4xf32>
  %1 = arith.extf %0 : tensor<4xf32> to tensor<4xf64>
  %2 = arith.truncf %1 : tensor<4xf64> to tensor<4xf32>
  %3 = arith.extf %y : tensor<4xf32> to tensor<4xf64>
  %4 = arith.truncf %3 upward : tensor<4xf64> to tensor<4xf16>
  return %1, %2, %4 : tensor<4xf64>, tensor<4xf32>, tensor<4xf16>
}

// f16 and bf16 hold neither each other: the way through f32 stays.
// CHECK-LABEL: func.func @f16_to_bf16
// CHECK-NEXT: arith.extf
// CHECK-NEXT: arith.truncf
func.func @f16_to_bf16(%x: tensor<4xf16>) -> tensor<4xbf16> {
  %0 = arith.extf %x fastmath<contract> : tensor<4xf16> to tensor<4xf32>
  %1 = arith.truncf %0 fastmath<contract> : tensor<4xf32> to tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// One cast per value and type; ours gives way to the user's, never the reverse.
// CHECK-LABEL: func.func @duplicates
// CHECK-NEXT: %[[A:.*]] = arith.truncf %{{.*}} fastmath<contract> : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[B:.*]] = arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: %[[C:.*]] = arith.truncf %{{.*}} downward : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT: return %[[A]], %[[A]], %[[B]], %[[C]]
func.func @duplicates(%x: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
  %0 = arith.truncf %x fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %1 = arith.truncf %x fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %2 = arith.truncf %x : tensor<4xf32> to tensor<4xf16>
  %3 = arith.truncf %x downward : tensor<4xf32> to tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
}

// Neither branch dominates the other: both keep theirs. A cast before both
// serves them.
// CHECK-LABEL: func.func @branches
// CHECK: %[[Y:.*]] = arith.truncf %arg2
// CHECK: scf.if
// CHECK-NEXT: %[[A:.*]] = arith.truncf %arg1
// CHECK-NEXT: scf.yield %[[A]], %[[Y]]
// CHECK: else
// CHECK-NEXT: %[[B:.*]] = arith.truncf %arg1
// CHECK-NEXT: scf.yield %[[B]], %[[Y]]
func.func @branches(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
  %0 = arith.truncf %y fastmath<contract> : tensor<4xf32> to tensor<4xf16>
  %1:2 = scf.if %c -> (tensor<4xf16>, tensor<4xf16>) {
    %2 = arith.truncf %x fastmath<contract> : tensor<4xf32> to tensor<4xf16>
    %3 = arith.truncf %y fastmath<contract> : tensor<4xf32> to tensor<4xf16>
    scf.yield %2, %3 : tensor<4xf16>, tensor<4xf16>
  } else {
    %2 = arith.truncf %x fastmath<contract> : tensor<4xf32> to tensor<4xf16>
    %3 = arith.truncf %y fastmath<contract> : tensor<4xf32> to tensor<4xf16>
    scf.yield %2, %3 : tensor<4xf16>, tensor<4xf16>
  }
  return %0, %1#0, %1#1 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
}
