// What one kernel holds: a contraction takes its bias and relu, a softmax is one
// kernel, casts of arguments are kernels of their own.
// RUN: amp-opt %s --amp-autocast=f16 --amp-form-kernels | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-DAG:     %[[W:.*]] = call @pointwise_0(%arg1)
// CHECK-DAG:     %[[X:.*]] = call @pointwise_1(%arg0)
// CHECK:         %[[H:.*]] = call @contraction_0(%[[X]], %[[W]], %arg2)
// CHECK:         %[[S:.*]] = call @rows_0(%[[H]])
// CHECK-NOT:     call
// CHECK:         return %[[S]]

// CHECK-LABEL: func.func private @contraction_0
// CHECK-SAME:    attributes {amp.kernel}
// CHECK:         linalg.generic
// CHECK-SAME:      "reduction"
// CHECK:           arith.mulf
// CHECK:         linalg.generic
// CHECK:           arith.maximumf
// CHECK-NOT:     linalg.generic
// CHECK:         return

// CHECK-LABEL: func.func private @rows_0
// CHECK-COUNT-2: "reduction"
// CHECK:         return
func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x256xf32>,
                %b: tensor<256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  %m = linalg.matmul ins(%x, %w : tensor<64x128xf32>, tensor<128x256xf32>)
                     outs(%f : tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m, %b : tensor<64x256xf32>, tensor<256xf32>)
      outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %0 = arith.addf %a, %c : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<64x256xf32>
  %s = linalg.softmax dimension(1) ins(%r : tensor<64x256xf32>)
                                   outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %s : tensor<64x256xf32>
}
