// A cast moved between the read of a variable and the loop that changes it: what a
// loop loads is cast after each load, in the loop (tensorflow PR 31178).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK: ml_program.global private mutable @state(dense<0.000000e+00> : tensor<64x64xf32>) : tensor<64x64xf32>
ml_program.global private mutable @state(dense<0.0> : tensor<64x64xf32>) : tensor<64x64xf32>

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: %[[S:.*]] = ml_program.global_load @state : tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.truncf %[[S]] fastmath<contract>
// CHECK: %[[M:.*]] = linalg.matmul ins(%[[L]],
// CHECK: ml_program.global_store @state = %[[M]] : tensor<64x64xf32>
func.func @loop(%w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = ml_program.global_load @state : tensor<64x64xf32>
    %0 = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    ml_program.global_store @state = %0 : tensor<64x64xf32>
  }
  %r = ml_program.global_load @state : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
