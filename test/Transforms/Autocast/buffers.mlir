// A module that is bufferized already stays as it is, and says so at the first
// contraction.
// RUN: amp-opt --amp-autocast=f16 %s 2>&1 | FileCheck %s --check-prefixes=WARN,CHECK
// RUN: amp-opt --amp-autocast="f16 unlisted=ignore" %s 2>&1 | FileCheck %s --implicit-check-not=warning

// WARN-COUNT-1: :[[#@LINE+7]]:3: warning: 'linalg.matmul' op works on buffers, which keep their types: convert before bufferization
// WARN-NOT: warning
// CHECK: linalg.fill
// CHECK: linalg.matmul ins({{.*}} : memref<64x64xf32>, memref<64x64xf32>)
func.func @layer(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %c : memref<64x64xf32>, memref<64x64xf32>) outs(%b : memref<64x64xf32>)
  return
}
