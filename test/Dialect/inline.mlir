// Upstream passes and scopes: calls inside a scope are inlined, and functions
// that hold one; nothing moves into a scope.
// RUN: amp-opt --inline %s | FileCheck %s --check-prefix=INLINE
// RUN: amp-opt --control-flow-sink %s | FileCheck %s --check-prefix=SINK

func.func private @callee(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

func.func private @scoped(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = amp.autocast dtype(bf16) -> tensor<64x64xf32> {
    %1 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// INLINE-NOT: func.func private
// INLINE-LABEL: func.func @caller
// INLINE: amp.autocast enabled(false)
// INLINE-NEXT: %[[R:.*]] = linalg.matmul
// INLINE-NEXT: amp.yield %[[R]]
// INLINE: amp.autocast dtype(bf16)
// INLINE-NEXT: linalg.matmul
// INLINE-NOT: call
func.func @caller(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %1 = func.call @callee(%x, %w, %i) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    amp.yield %1 : tensor<64x64xf32>
  }
  %2 = call @scoped(%0, %w, %i) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// SINK-LABEL: func.func @sink
// SINK: linalg.matmul
// SINK: amp.autocast enabled(false)
// SINK-NEXT: math.exp
func.func @sink(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = amp.autocast enabled(false) -> tensor<64x64xf32> {
    %2 = math.exp %0 : tensor<64x64xf32>
    amp.yield %2 : tensor<64x64xf32>
  }
  return %1 : tensor<64x64xf32>
}
