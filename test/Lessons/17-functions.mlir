// The pass crashed on functions that were not inlined: callee and calls change
// together, recursion included (tensorflow PR 30140).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func private @step
// CHECK-SAME: (%{{arg[0-9]+}}: i1, %{{.*}}: tensor<64x64x[[A:f32|f16|bf16]]>, %{{.*}}: tensor<64x64x[[B:f32|f16|bf16]]>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64x[[R:f32|f16|bf16]]>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<64x64xf32>)
// CHECK: func.call @step({{.*}}) : (i1, tensor<64x64x[[A]]>, tensor<64x64x[[B]]>, tensor<64x64xf32>) -> tensor<64x64x[[R]]>
func.func private @step(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = scf.if %p -> (tensor<64x64xf32>) {
    %false = arith.constant false
    %2 = func.call @step(%false, %0, %w, %c) : (i1, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %2 : tensor<64x64xf32>
  } else {
    scf.yield %0 : tensor<64x64xf32>
  }
  return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @main
// CHECK: call @step({{.*}}) : (i1, tensor<64x64x[[A]]>, tensor<64x64x[[B]]>, tensor<64x64xf32>) -> tensor<64x64x[[R]]>
// CHECK: return %{{.*}} : tensor<64x64xf32>
func.func @main(%p: i1, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @step(%p, %x, %w, %c) : (i1, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
