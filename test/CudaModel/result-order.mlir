// Results are written as they lie: a transpose that is written through a
// permutation (as torch-mlir does) is read through its inverse; loops that walk
// through every result are parallel, whatever they are called; results that are
// written in different orders are ops of their own.
// RUN: split-file %s %t
// RUN: amp-opt %t/good.mlir --amp-form-kernels --split-input-file | FileCheck %s
// RUN: not amp-opt %t/running.mlir --amp-to-nvvm="sm_80 format=llvm" 2>&1 | FileCheck %s --check-prefix=RUNNING
// RUN: not amp-opt %t/over.mlir --amp-to-nvvm="sm_80 format=llvm" 2>&1 | FileCheck %s --check-prefix=OVER

// RUNNING: error: 'linalg.generic' op cannot go to the GPU: a reduction walks through one of its results
// OVER: error: 'linalg.generic' op cannot go to the GPU: a reduction walks through one of its results

//--- good.mlir
// CHECK-DAG: #[[$ID3:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$SWAP3:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP3]], #[[$ID3]]]
func.func @main(%x: tensor<10x10x30xf32>) -> tensor<10x30x10xf32> {
  %0 = tensor.empty() : tensor<10x30x10xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>,
      affine_map<(a, b, c) -> (a, c, b)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<10x10x30xf32>) outs(%0 : tensor<10x30x10xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<10x30x10xf32>
  return %1 : tensor<10x30x10xf32>
}

// -----

// CHECK-LABEL: func.func private @contraction_0
// CHECK: iterator_types = ["parallel", "parallel", "reduction", "parallel"]
func.func @main(%x: tensor<16x24xf32>, %y: tensor<24x8x32xf32>, %c: tensor<16x8x32xf32>) -> tensor<16x8x32xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k, o) -> (m, k)>,
      affine_map<(m, n, k, o) -> (k, n, o)>, affine_map<(m, n, k, o) -> (m, n, o)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<16x24xf32>, tensor<24x8x32xf32>) outs(%c : tensor<16x8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<16x8x32xf32>
  return %0 : tensor<16x8x32xf32>
}

// -----

// A product over one element is elementwise, and so written.
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$ID2:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: linalg.generic {indexing_maps = [{{.*}}, #[[$ROW]], #[[$ID2]]]
func.func @main(%x: tensor<1x2xf32>, %y: tensor<1x3xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<3x2xf32>) -> tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<1x2xf32>, tensor<1x3xf32>) outs(%init : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Exponentials and their sums.
// CHECK-LABEL: func.func private @pointwise_0
// CHECK: iterator_types = ["parallel", "parallel"]
// CHECK-NOT: arith.addf
// CHECK-LABEL: func.func private @rows_0
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: arith.addf
func.func @main(%x: tensor<33x70xf32>, %e: tensor<33x70xf32>, %z: tensor<33xf32>) -> (tensor<33x70xf32>, tensor<33xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<33x70xf32>) outs(%e, %z : tensor<33x70xf32>, tensor<33xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %exp = math.exp %in : f32
    %s = arith.addf %sum, %exp : f32
    linalg.yield %exp, %s : f32, f32
  } -> (tensor<33x70xf32>, tensor<33xf32>)
  return %0#0, %0#1 : tensor<33x70xf32>, tensor<33xf32>
}

//--- running.mlir
func.func @main(%x: tensor<3x7xf32>, %e: tensor<3x7xf32>, %z: tensor<3xf32>) -> (tensor<3x7xf32>, tensor<3xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x7xf32>) outs(%e, %z : tensor<3x7xf32>, tensor<3xf32>) {
  ^bb0(%in: f32, %unused: f32, %sum: f32):
    %s = arith.addf %sum, %in : f32
    linalg.yield %s, %s : f32, f32
  } -> (tensor<3x7xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3x7xf32>, tensor<3xf32>
}
//--- over.mlir
func.func @main(%x: tensor<16xf32>, %y: tensor<3xf32>, %z: tensor<18xf32>) -> tensor<18xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, r) -> (i)>,
      affine_map<(i, r) -> (r)>, affine_map<(i, r) -> (i + r)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<16xf32>, tensor<3xf32>) outs(%z : tensor<18xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %sum : f32
    linalg.yield %s : f32
  } -> tensor<18xf32>
  return %0 : tensor<18xf32>
}
