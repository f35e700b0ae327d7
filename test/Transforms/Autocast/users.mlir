// Several users of one value, and ops with several results.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// Users that want the same type share one cast, next to the definition.
// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[X:arg[0-9]+]]: tensor<64x64xf32>, %[[W:arg[0-9]+]]: tensor<64x64xf32>
// CHECK: arith.truncf %[[W]] fastmath<contract>
// CHECK: arith.truncf %[[X]] fastmath<contract>
// CHECK: %[[A:.*]] = linalg.matmul
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[A]] fastmath<contract>
// CHECK: linalg.matmul ins(%[[L]],
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @shared(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%x, %0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// One user wants f32, another the low type: the f32 accumulator serves the
// first as it is, with no cast back up.
// CHECK-LABEL: func.func @both_types
// CHECK: %[[A:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK-NEXT: %[[L:.*]] = arith.truncf %[[A]] fastmath<contract>
// CHECK: math.exp %[[A]] : tensor<64x64xf32>
// CHECK: linalg.matmul ins(%[[L]],
// CHECK-NOT: arith.extf
// CHECK: return
func.func @both_types(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.exp %0 : tensor<64x64xf32>
  %2 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64x64xf32>
}

// One value as both operands of an op.
// CHECK-LABEL: func.func @twice_in_one_op
// CHECK: %[[L:.*]] = arith.truncf %{{.*}} fastmath<contract>
// CHECK-NOT: arith.truncf
// CHECK: linalg.matmul ins(%[[L]], %[[L]] : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>)
func.func @twice_in_one_op(%x: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// A maximum with its position: the float result takes a type of its own, the
// integer one keeps its, and -inf starts the low maximum too.
// CHECK-LABEL: func.func @max_and_position
// CHECK: linalg.fill ins(%{{.*}} : [[T]]) outs(%{{.*}} : tensor<64x[[T]]>)
// CHECK: linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<64xi64>)
// CHECK: %[[M:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x[[T]]>, tensor<64xi64>)
// CHECK: } -> (tensor<64x[[T]]>, tensor<64xi64>)
// CHECK: linalg.broadcast ins(%[[M]]#0 : tensor<64x[[T]]>)
// CHECK: return %{{.*}}, %[[M]]#1 : tensor<64x64xf32>, tensor<64xi64>
func.func @max_and_position(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xi64>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e0 = tensor.empty() : tensor<64xf32>
  %e1 = tensor.empty() : tensor<64xi64>
  %ninf = arith.constant 0xFF800000 : f32
  %zi = arith.constant 0 : i64
  %f0 = linalg.fill ins(%ninf : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %f1 = linalg.fill ins(%zi : i64) outs(%e1 : tensor<64xi64>) -> tensor<64xi64>
  %m:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%f0, %f1 : tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%in: f32, %max: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %v = arith.maximumf %in, %max : f32
    %p = arith.cmpf ogt, %in, %max : f32
    %s = arith.select %p, %ji, %at : i64
    linalg.yield %v, %s : f32, i64
  } -> (tensor<64xf32>, tensor<64xi64>)
  %e2 = tensor.empty() : tensor<64x64xf32>
  %b = linalg.broadcast ins(%m#0 : tensor<64xf32>) outs(%e2 : tensor<64x64xf32>) dimensions = [1]
  %1 = linalg.sub ins(%0, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %m#1 : tensor<64x64xf32>, tensor<64xi64>
}
