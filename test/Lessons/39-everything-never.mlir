// With every node blocked the converted model still failed: "everything NEVER" is the
// identity (onnxconverter issue 251, onnxruntime issue 14235).
// RUN: split-file %s %t
// RUN: amp-opt %t/model.mlir > %t/in.mlir
// RUN: amp-opt --amp-autocast="f16 policy=%t/never.mlir" %t/model.mlir | diff %t/in.mlir -
// RUN: amp-opt --amp-autocast="bf16 signature=convert policy=%t/never.mlir" %t/model.mlir | diff %t/in.mlir -

//--- never.mlir
amp.policy @all {
  amp.rule op("*") never
}
//--- model.mlir
func.func @model(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %k = arith.constant dense<0.1> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.add ins(%0, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = math.tanh %1 : tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %k : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
