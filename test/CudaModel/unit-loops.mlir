// Loops of one iteration go, but for those whose window would no longer fit the
// picture: upstream's pass makes an op that does not verify of @part (found by fuzzing
// the GPU path, seed 526).
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: not mlir-opt %s --linalg-generalize-named-ops --linalg-fold-unit-extent-dims 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM: error: 'linalg.generic' op inferred input/output operand #1 has shape's dimension #1 to be 3, but found 2

// Two of three columns are read.
// CHECK-DAG: #[[PART:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d3, d2 * 2 + d4)>
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @main
// CHECK-LABEL: func.func private @
// CHECK: linalg.generic {indexing_maps = [#[[PART]], {{.*}}["parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-LABEL: func.func private @
// CHECK: linalg.generic {indexing_maps = [#[[ALL]], {{.*}}["parallel", "reduction", "reduction"]
func.func @main(%part: tensor<1x12x12x3xf32>, %all: tensor<1x12x7x7xf32>) -> (tensor<1x12x6x1xf32>, tensor<1x12x1x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x12x6x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x12x6x1xf32>) -> tensor<1x12x6x1xf32>
  %0 = linalg.pooling_nchw_sum {strides = dense<2> : tensor<2xi64>} ins(%part, %w : tensor<1x12x12x3xf32>, tensor<2x2xf32>) outs(%f : tensor<1x12x6x1xf32>) -> tensor<1x12x6x1xf32>
  %v = tensor.empty() : tensor<7x7xf32>
  %g = tensor.empty() : tensor<1x12x1x1xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x12x1x1xf32>) -> tensor<1x12x1x1xf32>
  %1 = linalg.pooling_nchw_sum ins(%all, %v : tensor<1x12x7x7xf32>, tensor<7x7xf32>) outs(%h : tensor<1x12x1x1xf32>) -> tensor<1x12x1x1xf32>
  return %0, %1 : tensor<1x12x6x1xf32>, tensor<1x12x1x1xf32>
}
