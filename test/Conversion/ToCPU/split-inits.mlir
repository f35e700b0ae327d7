// A bias that a product starts from, spread out, is added behind it, where it joins
// what reads the product: no pass over memory writes it out.
// RUN: amp-opt %s --amp-cpu-fuse --split-input-file | FileCheck %s

// CHECK-LABEL: func @bias
// CHECK-SAME: %[[X:.*]]: tensor<32x64xf32>, %[[W:.*]]: tensor<64x48xf32>, %[[B:.*]]: tensor<48xf32>
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]]
// CHECK: %[[P:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : {{.*}}) outs(%[[FILL]] :
// CHECK: linalg.generic {{.*}} ins(%[[P]], %[[B]] : tensor<32x48xf32>, tensor<48xf32>)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: arith.maximumf %[[SUM]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @bias(%x: tensor<32x64xf32>, %w: tensor<64x48xf32>, %b: tensor<48xf32>) -> tensor<32x48xf32> {
  %e = tensor.empty() : tensor<32x48xf32>
  %spread = linalg.broadcast ins(%b : tensor<48xf32>) outs(%e : tensor<32x48xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x48xf32>) outs(%spread : tensor<32x48xf32>) -> tensor<32x48xf32>
  %zero = arith.constant dense<0.0> : tensor<32x48xf32>
  %1 = linalg.max ins(%0, %zero : tensor<32x48xf32>, tensor<32x48xf32>) outs(%e : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %1 : tensor<32x48xf32>
}

// -----

// Not where somebody else reads the bias as it is spread out, nor where it is as
// large as the result, nor in a sum of no products.
// CHECK-LABEL: func @starts
// CHECK: %[[SPREAD:.*]] = linalg.generic
// CHECK: linalg.generic {{.*}} outs(%[[SPREAD]] :
// CHECK: %[[TURNED:.*]] = linalg.generic
// CHECK: linalg.generic {{.*}} outs(%[[TURNED]] :
// CHECK: %[[OTHER:.*]] = linalg.generic
// CHECK: linalg.generic {{.*}} outs(%[[OTHER]] :
// CHECK: return
func.func @starts(%x: tensor<32x64xf32>, %w: tensor<64x48xf32>, %b: tensor<48xf32>, %c: tensor<48x32xf32>,
                  %y: tensor<32x48x5xf32>)
    -> (tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>) {
  %e = tensor.empty() : tensor<32x48xf32>
  %spread = linalg.broadcast ins(%b : tensor<48xf32>) outs(%e : tensor<32x48xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x48xf32>) outs(%spread : tensor<32x48xf32>) -> tensor<32x48xf32>
  %turned = linalg.transpose ins(%c : tensor<48x32xf32>) outs(%e : tensor<32x48xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x48xf32>) outs(%turned : tensor<32x48xf32>) -> tensor<32x48xf32>
  %other = linalg.broadcast ins(%b : tensor<48xf32>) outs(%e : tensor<32x48xf32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%y : tensor<32x48x5xf32>) outs(%other : tensor<32x48xf32>) dimensions = [2]
  return %0, %spread, %1, %2 : tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>
}
