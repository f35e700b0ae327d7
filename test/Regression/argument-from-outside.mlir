// What callers outside of the module hand to a public function, in the low type,
// is rounded like a product, where its types change: of three calls one hands an
// input to the private function, and converting again agrees.
// RUN: amp-opt %s --amp-autocast='f16 signature=convert' -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast='f16 signature=convert' | diff %t -

// CHECK-LABEL: func.func private @product(
// CHECK-SAME: %{{.*}}: tensor<16x16xf16>, %{{.*}}: tensor<16x16xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>)
func.func private @product(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zeros = arith.constant dense<0.0> : tensor<16x16xf32>
  %squares = arith.mulf %x, %x : tensor<16x16xf32>
  %y = linalg.matmul ins(%squares, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

func.func @main(%n: tensor<16x16xi32>, %x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<16x16xf32>
  %counts = arith.sitofp %n : tensor<16x16xi32> to tensor<16x16xf32>
  %a = call @product(%counts, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = call @product(%x, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<16x16xf32>) -> tensor<16x16xf32>
  %c = call @product(%p, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %a, %b, %c : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
