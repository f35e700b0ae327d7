// Parts of one value that are taken from each other (neighbours, a step of time)
// may be nearly equal: both are read as they were made, a factor near one
// between them or not.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -

!t = tensor<64x64xf32>
!s = tensor<64x63xf32>

// Errors of temporal differences: of a reward, a discount and two values.
// CHECK-LABEL: func.func @temporal
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[V:.*]] = arith.addf %[[P]], %{{.*}} : tensor<64x64xf32>
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<64x63xf32>
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<64x63xf32>
func.func @temporal(%x: !t, %w: !t, %bias: tensor<64xf32>, %reward: !s) -> !s {
  %zero = arith.constant dense<0.0> : !t
  %discount = arith.constant dense<0.99> : !s
  %e = tensor.empty() : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %b = linalg.broadcast ins(%bias : tensor<64xf32>) outs(%e : !t) dimensions = [0]
  %v = arith.addf %p, %b : !t
  %next = tensor.extract_slice %v[0, 1] [64, 63] [1, 1] : !t to !s
  %now = tensor.extract_slice %v[0, 0] [64, 63] [1, 1] : !t to !s
  %0 = arith.mulf %next, %discount : !s
  %1 = arith.addf %reward, %0 : !s
  %2 = arith.subf %1, %now : !s
  return %2 : !s
}

// A total variation.
// CHECK-LABEL: func.func @neighbours
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: tensor.extract_slice %[[P]]
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<64x63xf32>
func.func @neighbours(%x: !t, %w: !t, %u: tensor<63x64xf32>) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %next = tensor.extract_slice %p[0, 1] [64, 63] [1, 1] : !t to !s
  %now = tensor.extract_slice %p[0, 0] [64, 63] [1, 1] : !t to !s
  %0 = arith.subf %next, %now : !s
  %1 = arith.mulf %0, %0 : !s
  %2 = linalg.matmul ins(%1, %u : !s, tensor<63x64xf32>) outs(%zero : !t) -> !t
  return %2 : !t
}

// Parts of two values, or parts with factors far from one, are others.
// CHECK-LABEL: func.func @apart
// CHECK: arith.mulf %{{.*}}, %{{.*}} : tensor<64x63x{{b?}}f16>
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<64x63x{{b?}}f16>
// CHECK: arith.subf %{{.*}}, %{{.*}} : tensor<64x63x{{b?}}f16>
func.func @apart(%x: !t, %w: !t, %v: !t, %u: tensor<63x64xf32>) -> !t {
  %zero = arith.constant dense<0.0> : !t
  %quarter = arith.constant dense<0.25> : !s
  %p = linalg.matmul ins(%x, %w : !t, !t) outs(%zero : !t) -> !t
  %q = linalg.matmul ins(%x, %v : !t, !t) outs(%zero : !t) -> !t
  %next = tensor.extract_slice %p[0, 1] [64, 63] [1, 1] : !t to !s
  %now = tensor.extract_slice %p[0, 0] [64, 63] [1, 1] : !t to !s
  %other = tensor.extract_slice %q[0, 0] [64, 63] [1, 1] : !t to !s
  %0 = arith.mulf %next, %quarter : !s
  %1 = arith.subf %0, %now : !s
  %2 = arith.subf %1, %other : !s
  %3 = linalg.matmul ins(%2, %u : !s, tensor<63x64xf32>) outs(%zero : !t) -> !t
  return %3 : !t
}
