// A table that is a constant turns low in place; the tensor.extract in a body that
// reads it kept its f32 result and did not verify (MiniLM, weights as constants).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK: %[[X:.*]] = tensor.extract %{{.*}} : tensor<512x64xf16>
// CHECK-NEXT: linalg.yield %[[X]] : f16
func.func @gather(%ids: tensor<64xi64>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %table = arith.constant dense<0.1> : tensor<512x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<64xi64>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: i64, %out: f32):
    %i = arith.index_cast %in : i64 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%i, %j] : tensor<512x64xf32>
    linalg.yield %x : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
