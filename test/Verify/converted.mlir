// What the conversion makes passes the check, against its own plan too.
// RUN: amp-opt %s --amp-autocast="f16 save-plan=%t.plan" | amp-opt --amp-verify-precision=plan=%t.plan -o /dev/null
// RUN: amp-opt %s --amp-autocast=bf16 --amp-verify-precision -o /dev/null

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %c : tensor<64x64xf32>
  %d = linalg.matmul ins(%e, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
