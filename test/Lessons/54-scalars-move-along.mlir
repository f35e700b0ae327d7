// An epsilon in f32 met a mean in f16, a type error: operands of one op move
// together (coremltools issue 2470).
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | mlir-opt | FileCheck %s

// Tensor arithmetic, a select, a clamp and TOSA.
// CHECK-LABEL: func.func @operands
// CHECK: linalg.matmul
func.func @operands(%p: tensor<64x64xi1>, %x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %eps = arith.constant dense<1.0e-01> : tensor<64x64xf32>
  %six = arith.constant dense<6.0> : tensor<64x64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.addf %0, %eps : tensor<64x64xf32>
  %2 = arith.select %p, %1, %zero : tensor<64x64xi1>, tensor<64x64xf32>
  %3 = math.clampf %2 to [%zero, %six] : tensor<64x64xf32>
  %4 = tosa.mul %3, %six, %shift : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<1xi8>) -> tensor<64x64xf32>
  %5 = tosa.minimum %4, %eps : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = linalg.matmul ins(%5, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}
