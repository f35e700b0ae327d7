// What a private function reads is cast once for all its calls, in a module
// within the module as well: its calls counted as one there.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s

// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: %{{.*}}: tensor<64x64xf16>, %{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
// CHECK-LABEL: func.func @main(
// CHECK-COUNT-2: arith.truncf
// CHECK-NOT: arith.truncf
module {
  module {
    func.func private @layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<64x64xf32>
      %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
      %m = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
      return %m : tensor<64x64xf32>
    }
    func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %a = call @layer(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %b = call @layer(%a, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %b : tensor<64x64xf32>
    }
  }
}
