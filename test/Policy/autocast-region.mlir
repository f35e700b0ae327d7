// Ops in a disabled scope keep their types; the scopes are gone afterwards.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=GONE
// GONE: func.func @scopes
// GONE-NOT: amp.autocast

// CHECK-LABEL: func.func @scopes
// CHECK-NOT: amp.autocast
func.func @scopes(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
    %2 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    // The innermost scope wins.
    %3 = amp.autocast dtype(f16) -> tensor<64x64xf32> {
      // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
      %4 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      amp.yield %4 : tensor<64x64xf32>
    }
    amp.yield %3 : tensor<64x64xf32>
  }
  %5 = amp.autocast dtype(bf16) -> tensor<64x64xf32> {
    // Of another type than the conversion's: as it came.
    // CHECK: linalg.matmul {{.*}}ins(%{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
    %6 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %6 : tensor<64x64xf32>
  }
  // CHECK: return
  return %5 : tensor<64x64xf32>
}
