// One switch for each value that would be stored low, constants included, fills
// and views not; every user reads what the switch gives.
// RUN: amp-opt --amp-emulate=f16 --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-emulate=f16 --canonicalize --split-input-file %s | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @main(
// CHECK-SAME: f32>, %[[MASK:.*]]: tensor<3xi1>
// CHECK-SAME: amp.switches = [{elements = 4096 : i64, {{.*}}path = "@main/arg#0"}, {{.*}}path = "@main/arith.constant#{{.*}}", result = 0 : i64}, {{.*}}path = "@main/linalg.matmul#0", result = 0 : i64}]
// CHECK: %[[ON:.*]] = tensor.extract %[[MASK]]
// CHECK: %[[X:.*]] = scf.if %[[ON]]
// CHECK: %[[LOW:.*]] = arith.truncf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK: arith.extf %[[LOW]]
// CHECK: linalg.matmul ins(%[[X]], %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// The two casts must not cancel.
// KEPT: arith.truncf
// KEPT: arith.extf
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
