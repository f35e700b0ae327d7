// Casts were named after nodes, and unnamed nodes broke the graph: equal names and
// locations mean nothing (onnxconverter, seen when run).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @names
// CHECK-COUNT-3: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs({{.*}} : tensor<64x64xf32>)
func.func @names(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("layer")
  %1 = linalg.matmul ins(%0, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc("layer")
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32> loc(unknown)
  return %2 : tensor<64x64xf32>
}
