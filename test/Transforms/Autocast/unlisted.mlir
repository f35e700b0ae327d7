// An op without the interface keeps its types; one word about it per op name,
// an error, or silence.
// RUN: split-file %s %t
// RUN: amp-opt --amp-autocast=f16 --allow-unregistered-dialect --verify-diagnostics %t/warn.mlir | FileCheck %t/warn.mlir
// RUN: amp-opt --amp-autocast="f16 unlisted=warn" --allow-unregistered-dialect --verify-diagnostics %t/warn.mlir | FileCheck %t/warn.mlir
// RUN: amp-opt --amp-autocast="f16 unlisted=ignore" --allow-unregistered-dialect --verify-diagnostics %t/ignore.mlir | FileCheck %t/warn.mlir
// RUN: amp-opt --amp-autocast="f16 unlisted=error" --allow-unregistered-dialect --verify-diagnostics %t/error.mlir

//--- warn.mlir
// CHECK-LABEL: func.func @unknown
// CHECK: %[[M:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: "other.op"(%[[M]]) : (tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: "other.op"({{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK: "other.sink"({{.*}}) : (tensor<64x64xf32>) -> ()
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @unknown(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-warning @below {{'other.op' op has no mixed-precision interface: it keeps its types}}
  %1 = "other.op"(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "other.op"(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-warning @below {{'other.sink' op has no mixed-precision interface: it keeps its types}}
  "other.sink"(%2) : (tensor<64x64xf32>) -> ()
  // No f32 tensor: not asked about.
  %i = "other.integers"() : () -> tensor<4xi32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
//--- ignore.mlir
func.func @unknown(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "other.op"(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "other.op"(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  "other.sink"(%2) : (tensor<64x64xf32>) -> ()
  // No f32 tensor: not asked about.
  %i = "other.integers"() : () -> tensor<4xi32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
//--- error.mlir
func.func @unknown(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-error @below {{'other.op' op has no mixed-precision interface; attach a model, or pass unlisted=warn to keep its types}}
  %1 = "other.op"(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "other.op"(%1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  "other.sink"(%2) : (tensor<64x64xf32>) -> ()
  // No f32 tensor: not asked about.
  %i = "other.integers"() : () -> tensor<4xi32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
