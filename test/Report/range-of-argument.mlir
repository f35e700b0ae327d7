// What a range forbids is said to be bound by the range, whether or not the
// signature may change: where it is kept, it was said to be the signature.
// RUN: amp-opt %s --amp-annotate=f16 | FileCheck %s
// RUN: amp-opt %s --amp-annotate="f16 signature=convert" | FileCheck %s
// CHECK: linalg.matmul {amp.precision = {{.*}}, amp.reason = "always {{.*}}bound by range; not f16: low type cannot hold it: range"}
func.func @main(%x: tensor<64x64xf32> {amp.range = array<f64: -1.0e5, 1.0e5>}, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
