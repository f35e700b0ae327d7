// An outer product without a running value is no sum: the pipeline's verification
// refused it in f16.
// RUN: amp-opt %s --amp-autocast-pipeline=type=f16 | FileCheck %s

// CHECK: vector.outerproduct %{{.*}}, %{{.*}} : vector<64xf16>, vector<64xf16>
func.func @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %v = vector.transfer_read %p[%c0, %c0], %z : tensor<64x64xf32>, vector<64xf32>
  %o = vector.outerproduct %v, %v : vector<64xf32>, vector<64xf32>
  %r = vector.transfer_write %o, %e[%c0, %c0] : vector<64x64xf32>, tensor<64x64xf32>
  %q = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
