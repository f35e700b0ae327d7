// The compiler removed a rounding that the user wrote: casts in the input are
// semantics, and no clean-up takes them (pytorch issues 176565, 181568, 168126,
// openxla/xla issue 41605).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @rounding
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK: %[[D:.*]] = arith.truncf %[[M]] : tensor<64x64xf32> to tensor<64x64xf16>
// CHECK-NEXT: %[[U:.*]] = arith.extf %[[D]] : tensor<64x64xf16> to tensor<64x64xf32>
// CHECK-NEXT: %[[S:.*]] = math.exp %[[U]] : tensor<64x64xf32>
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: arith.extf %{{.*}} : bf16 to f32
func.func @rounding(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xf16>
  %2 = arith.extf %1 : tensor<64x64xf16> to tensor<64x64xf32>
  %3 = math.exp %2 : tensor<64x64xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.truncf %in : f32 to bf16
    %b = arith.extf %a : bf16 to f32
    linalg.yield %b : f32
  } -> tensor<64x64xf32>
  %5 = linalg.matmul ins(%4, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3, %5 : tensor<64x64xf32>, tensor<64x64xf32>
}
