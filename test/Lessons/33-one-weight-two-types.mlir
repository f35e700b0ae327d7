// A weight shared by a converted and a blocked op made an invalid model: one value
// has both types where it must (onnxconverter issue 304).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @shared
// CHECK-DAG: %[[HI:.*]] = arith.constant dense<1.000000e-01> : tensor<64x64xf32>
// CHECK-DAG: %[[LO:.*]] = arith.constant dense<9.997550e-02> : tensor<64x64xf16>
// CHECK: linalg.matmul ins(%{{.*}}, %[[LO]] :
// CHECK: math.powf %{{.*}}, %[[HI]] : tensor<64x64xf32>
func.func @shared(%x: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.powf %0, %w : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// The same for an argument: one cast beside the argument itself.
// CHECK-LABEL: func.func @argument
// CHECK-SAME: (%{{arg[0-9]+}}: tensor<64x64xf32>, %[[W:arg[0-9]+]]: tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.truncf %[[W]] fastmath<contract>
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
// CHECK: math.powf %{{.*}}, %[[W]] : tensor<64x64xf32>
func.func @argument(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = math.powf %0, %w : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
