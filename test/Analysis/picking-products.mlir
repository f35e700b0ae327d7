// A product with a constant of noughts and ones moves elements, as trees that are
// written as matrices pick their features: a threshold is compared with what came
// in, in f32. Weights, and ones that add up elements, make a product as ever.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 assign=greedy" | FileCheck %s

// CHECK-LABEL: func.func @tree
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<3x64xf32>)
// CHECK: arith.cmpf olt
func.func @tree(%x: tensor<64x3xf32>, %thresholds: tensor<4x64xf32>) -> tensor<4x64xi1> {
  %features = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %e = tensor.empty() : tensor<3x64xf32>
  %columns = linalg.transpose ins(%x : tensor<64x3xf32>) outs(%e : tensor<3x64xf32>) permutation = [1, 0]
  %picked = linalg.matmul ins(%features, %columns : tensor<4x3xf32>, tensor<3x64xf32>) outs(%zero : tensor<4x64xf32>) -> tensor<4x64xf32>
  %mask = arith.cmpf olt, %picked, %thresholds : tensor<4x64xf32>
  return %mask : tensor<4x64xi1>
}

// In TOSA, with features that are moved.
// CHECK-LABEL: func.func @tosa_tree
// CHECK: tosa.matmul {{.*}} : (tensor<1x64x3xf32>, tensor<1x3x4xf32>, {{.*}}) -> tensor<1x64x4xf32>
// CHECK: tosa.greater
func.func @tosa_tree(%x: tensor<1x64x3xf32>, %thresholds: tensor<1x64x4xf32>) -> tensor<1x64x4xi1> {
  %features = "tosa.const"() <{values = dense<[[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]> : tensor<1x4x3xf32>}> : () -> tensor<1x4x3xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %columns = tosa.transpose %features {perms = array<i32: 0, 2, 1>} : (tensor<1x4x3xf32>) -> tensor<1x3x4xf32>
  %picked = tosa.matmul %x, %columns, %zero, %zero : (tensor<1x64x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x4xf32>
  %mask = tosa.greater %thresholds, %picked : (tensor<1x64x4xf32>, tensor<1x64x4xf32>) -> tensor<1x64x4xi1>
  return %mask : tensor<1x64x4xi1>
}

// Nobody computes on what is picked but a layer: a move is as good low.
// CHECK-LABEL: func.func @permuted
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x3x{{b?f16}}>, tensor<3x3x{{b?f16}}>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x3x{{b?f16}}>, tensor<3x64x{{b?f16}}>)
func.func @permuted(%x: tensor<64x3xf32>, %w: tensor<3x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %order = arith.constant dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<64x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<64x64xf32>
  %moved = linalg.matmul ins(%x, %order : tensor<64x3xf32>, tensor<3x3xf32>) outs(%zero : tensor<64x3xf32>) -> tensor<64x3xf32>
  %r = linalg.matmul ins(%moved, %w : tensor<64x3xf32>, tensor<3x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%x, %w : tensor<64x3xf32>, tensor<3x64xf32>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// Sums of two groups.
// CHECK-LABEL: func.func @sums
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x4x{{b?f16}}>, tensor<4x64x{{b?f16}}>)
func.func @sums(%x: tensor<4x64xf32>, %thresholds: tensor<2x64xf32>) -> tensor<2x64xi1> {
  %groups = arith.constant dense<[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0]]> : tensor<2x4xf32>
  %zero = arith.constant dense<0.0> : tensor<2x64xf32>
  %sum = linalg.matmul ins(%groups, %x : tensor<2x4xf32>, tensor<4x64xf32>) outs(%zero : tensor<2x64xf32>) -> tensor<2x64xf32>
  %mask = arith.cmpf olt, %sum, %thresholds : tensor<2x64xf32>
  return %mask : tensor<2x64xi1>
}

// CHECK-LABEL: func.func @weights
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x3x{{b?f16}}>, tensor<3x64x{{b?f16}}>)
func.func @weights(%x: tensor<3x64xf32>, %thresholds: tensor<4x64xf32>) -> tensor<4x64xi1> {
  %w = arith.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 0.3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %p = linalg.matmul ins(%w, %x : tensor<4x3xf32>, tensor<3x64xf32>) outs(%zero : tensor<4x64xf32>) -> tensor<4x64xf32>
  %mask = arith.cmpf olt, %p, %thresholds : tensor<4x64xf32>
  return %mask : tensor<4x64xi1>
}
