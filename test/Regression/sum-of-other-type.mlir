// A product that sums in f16 by the user's choice has no place for a factor in
// bf16: its text would not be read again. In f16 it has.
// RUN: amp-opt %s --amp-autocast=bf16 | mlir-opt | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp-autocast=f16 | mlir-opt | FileCheck %s --check-prefix=F16
// BF16: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf16>)
// F16: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs(%{{.*}} : tensor<64x64xf16>)
func.func @mixed(%x: tensor<64x64xf16>, %w: tensor<64x64xf32>, %i: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf32>) outs(%i : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}
