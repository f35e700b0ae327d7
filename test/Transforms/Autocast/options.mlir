// The types of arithmetic: bodies compute and sums accumulate in f32 unless
// asked otherwise.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: amp-opt --amp-autocast="f16 compute=f32 accumulate=f32" %s | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: amp-opt --amp-autocast="f16 accumulate=low" %s | FileCheck %s --check-prefixes=CHECK,ACCLOW

// CHECK-LABEL: func.func @product
// DEFAULT: linalg.fill {{.*}} -> tensor<64x64xf32>
// DEFAULT: %[[M:.*]] = linalg.matmul {{.*}} outs({{.*}} : tensor<64x64xf32>)
// DEFAULT-NEXT: arith.truncf %[[M]] fastmath<contract>
// ACCLOW: %[[F:.*]] = linalg.fill {{.*}} -> tensor<64x64xf16>
// ACCLOW: linalg.matmul {{.*}} outs(%[[F]] : tensor<64x64xf16>) -> tensor<64x64xf16>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x64xf16>)
// CHECK: ^bb0(%[[IN:.*]]: f16, %{{.*}}: f16):
// CHECK: arith.extf %[[IN]] fastmath<contract> : f16 to f32
// CHECK: arith.negf %{{.*}} : f32
// CHECK: linalg.yield %{{.*}} : f16
func.func @product(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.negf %in : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
