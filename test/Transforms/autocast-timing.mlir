// Whoever times the pass sees its stages; each once a module.
// RUN: amp-opt --amp-autocast=f16 --mlir-timing %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: AutocastPass
// CHECK-NEXT: (A) amp-autocast: ranges
// CHECK-NEXT: (A) amp-autocast: graph
// CHECK-NEXT: (A) amp-autocast: assign
// CHECK-NEXT: (A) amp-autocast: rewrite
// CHECK-NOT: amp-autocast

func.func @f(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
