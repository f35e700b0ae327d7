// The user's arith.extf of a constant is one, too (test/Tosa/widened-constants.mlir);
// what an exponential reads high is widened as before, and what no compiler can
// read (a resource of f16, in bf16) is cast.
// RUN: amp-opt --split-input-file --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --split-input-file --amp-autocast=bf16 %s | FileCheck %s --check-prefix=BF16
// RUN: amp-opt --split-input-file --amp-autocast=f16 %s -o %t.mlir && amp-opt --split-input-file --amp-autocast=f16 %t.mlir | diff %t.mlir -
// RUN: amp-opt --split-input-file --amp-autocast=bf16 %s -o %t.mlir && amp-opt --split-input-file --amp-autocast=bf16 %t.mlir | diff %t.mlir -

// CHECK-LABEL: func.func @weights(
// CHECK: %[[W:.*]] = arith.constant dense<1.500000e+00> : tensor<256x256xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[W]] : tensor<256x256xf16> to tensor<256x256xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] : tensor<256x256xf16>, tensor<256x256xf16>)
// CHECK: math.exp %[[WIDE]] : tensor<256x256xf32>
// BF16-LABEL: func.func @weights(
// BF16-DAG: %[[W:.*]] = arith.constant dense<1.500000e+00> : tensor<256x256xbf16>
// BF16-DAG: %[[WIDE:.*]] = arith.extf %{{.*}} : tensor<256x256xf16> to tensor<256x256xf32>
// BF16: linalg.matmul ins(%{{.*}}, %[[W]] : tensor<256x256xbf16>, tensor<256x256xbf16>)
// BF16: math.exp %[[WIDE]] : tensor<256x256xf32>
func.func @weights(%x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %stored = arith.constant dense<1.5> : tensor<256x256xf16>
  %w = arith.extf %stored : tensor<256x256xf16> to tensor<256x256xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%z : tensor<256x256xf32>) -> tensor<256x256xf32>
  %a = math.exp %w : tensor<256x256xf32>
  return %p, %a : tensor<256x256xf32>, tensor<256x256xf32>
}

// -----

// CHECK-LABEL: func.func @resource(
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<256x2xf16>, tensor<2x256xf16>)
// BF16-LABEL: func.func @resource(
// BF16: %[[WIDE:.*]] = arith.extf %{{.*}} : tensor<2x256xf16> to tensor<2x256xf32>
// BF16: arith.truncf %[[WIDE]] {{.*}} to tensor<2x256xbf16>
func.func @resource(%x: tensor<256x2xf32>) -> tensor<256x256xf32> {
  %stored = arith.constant dense_resource<weights> : tensor<2x256xf16>
  %w = arith.extf %stored : tensor<2x256xf16> to tensor<2x256xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %t = math.tanh %x : tensor<256x2xf32>
  %p = linalg.matmul ins(%t, %w : tensor<256x2xf32>, tensor<2x256xf32>) outs(%z : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %p : tensor<256x256xf32>
}
