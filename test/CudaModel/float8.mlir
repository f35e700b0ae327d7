// A product of 8-bit floats as a user writes it: the right operand is copied
// into a layout that is contiguous along K, then wgmma multiplies.
// RUN: amp-opt %s --amp-form-kernels | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_90a format=llvm" --amp-tensor-core-audit -o %t 2>&1 | FileCheck %s --check-prefix=AUDIT

// CHECK: func.func @main(%[[X:.*]]: tensor<64x96xf8E4M3FN>, %[[W:.*]]: tensor<96x128xf8E4M3FN>
// CHECK: %[[T:.*]] = call @pointwise_0(%[[W]]) : (tensor<96x128xf8E4M3FN>) -> tensor<128x96xf8E4M3FN>
// CHECK: call @contraction_0(%[[X]], %[[T]],
// AUDIT: contraction_0: {{.*}}: wgmma.m64n32k32.f32.e4m3, tile 64x32x128, copies of 16 and 16 bytes
func.func @main(%x: tensor<64x96xf8E4M3FN>, %w: tensor<96x128xf8E4M3FN>, %scale: tensor<f32>) -> tensor<64x128xf8E5M2> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x128xf32>) -> tensor<64x128xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x96xf8E4M3FN>, tensor<96x128xf8E4M3FN>) outs(%init : tensor<64x128xf32>) -> tensor<64x128xf32>
  // A scale and the rounding to 8 bits are part of the kernel.
  // CHECK-NOT: call
  %low = tensor.empty() : tensor<64x128xf8E5M2>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %scale : tensor<64x128xf32>, tensor<f32>) outs(%low : tensor<64x128xf8E5M2>) {
  ^bb0(%e: f32, %s: f32, %o: f8E5M2):
    %2 = arith.mulf %e, %s : f32
    %3 = arith.truncf %2 : f32 to f8E5M2
    linalg.yield %3 : f8E5M2
  } -> tensor<64x128xf8E5M2>
  return %1 : tensor<64x128xf8E5M2>
}
