// What joins what before kernels are made.
// RUN: amp-opt %s --amp-cpu-fuse --split-input-file | FileCheck %s

// A chain becomes one op; the product stays alone and takes in the transpose.
// CHECK-LABEL: func @layer
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%arg0, %arg1
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK-NOT: linalg.generic
func.func @layer(%x: tensor<32x64xf32>, %w: tensor<48x64xf32>, %b: tensor<48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x48xf32>
  %wt = linalg.transpose ins(%w : tensor<48x64xf32>) outs(%e0 : tensor<64x48xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<32x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<32x48xf32>) -> tensor<32x48xf32>
  %0 = linalg.matmul ins(%x, %wt : tensor<32x64xf32>, tensor<64x48xf32>) outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  %spread = linalg.broadcast ins(%b : tensor<48xf32>) outs(%e1 : tensor<32x48xf32>) dimensions = [0]
  %1 = linalg.add ins(%0, %spread : tensor<32x48xf32>, tensor<32x48xf32>) outs(%e1 : tensor<32x48xf32>) -> tensor<32x48xf32>
  %2 = linalg.max ins(%1, %init : tensor<32x48xf32>, tensor<32x48xf32>) outs(%e1 : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %2 : tensor<32x48xf32>
}

// -----

// A square root of a vector is not taken once an element of a matrix.
// CHECK-LABEL: func @norm
// CHECK: math.rsqrt
// CHECK: linalg.generic
// CHECK: arith.mulf
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @norm(%x: tensor<32x64xf32>, %v: tensor<32xf32>) -> tensor<32x64xf32> {
  %e0 = tensor.empty() : tensor<32xf32>
  %r = linalg.rsqrt ins(%v : tensor<32xf32>) outs(%e0 : tensor<32xf32>) -> tensor<32xf32>
  %e1 = tensor.empty() : tensor<32x64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %r : tensor<32x64xf32>, tensor<32xf32>) outs(%e1 : tensor<32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = arith.mulf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}

// -----

// A matrix that is repeated for each row of an image is read where it is, also
// where rows and images were joined in between.
// CHECK-DAG: #[[$REPEATED:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-LABEL: @repeated
// CHECK-SAME: %{{.*}}: tensor<12x6x5xf32>, %[[W:.*]]: tensor<5x7xf32>
// CHECK-NOT: tensor<2x6x5x7xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$REPEATED]], #{{.*}}]
// CHECK-SAME: ins(%{{.*}}, %[[W]] : tensor<12x6x5xf32>, tensor<5x7xf32>)
func.func @repeated(%x: tensor<12x6x5xf32>, %w: tensor<5x7xf32>, %out: tensor<12x6x7xf32>) -> tensor<12x6x7xf32> {
  %empty = tensor.empty() : tensor<2x6x5x7xf32>
  %all = linalg.broadcast ins(%w : tensor<5x7xf32>)
      outs(%empty : tensor<2x6x5x7xf32>) dimensions = [0, 1]
  %joined = tensor.collapse_shape %all [[0, 1], [2], [3]]
      : tensor<2x6x5x7xf32> into tensor<12x5x7xf32>
  %product = linalg.batch_matmul ins(%x, %joined : tensor<12x6x5xf32>, tensor<12x5x7xf32>)
      outs(%out : tensor<12x6x7xf32>) -> tensor<12x6x7xf32>
  return %product : tensor<12x6x7xf32>
}

// -----

// What computes with its init stays alone where its reader has more loops: in
// these it would read back what it wrote.
// CHECK-LABEL: func @reads_init
// CHECK: arith.subf
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @reads_init(%x: tensor<3xf32>, %i: tensor<3xf32>, %y: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%x : tensor<3xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.subf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%y, %0 : tensor<3x5xf32>, tensor<3xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}
