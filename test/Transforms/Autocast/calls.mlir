// Functions: private ones change together with their calls, public ones only
// when asked to.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: amp-opt --amp-autocast="f16 signature=keep" %s | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: amp-opt --amp-autocast="f16 signature=convert" %s | FileCheck %s --check-prefixes=CHECK,CONVERT

// CHECK-LABEL: func.func private @layer
// CHECK-SAME: (%{{.*}}: tensor<64x64xf16>, %{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
// CHECK: %[[L:.*]] = arith.truncf %{{.*}} fastmath<contract>
// CHECK-NEXT: return %[[L]] : tensor<64x64xf16>
func.func private @layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// KEEP-LABEL: func.func @main
// KEEP-SAME: (%{{.*}}: tensor<64x64xf32>, %{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
// KEEP-COUNT-2: arith.truncf %arg{{.*}} fastmath<contract>
// KEEP: %[[R:.*]] = call @layer(%{{.*}}, %{{.*}}) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
// KEEP: linalg.matmul ins(%[[R]],
// KEEP: return %{{.*}} : tensor<64x64xf32>
// CONVERT-LABEL: func.func @main
// CONVERT-SAME: (%{{.*}}: tensor<64x64xf16>, %{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
// CONVERT-NOT: arith.truncf %arg
// CONVERT: call @layer(%{{.*}}, %{{.*}}) : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
// CONVERT: return %{{.*}} : tensor<64x64xf16>
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = call @layer(%0, %1) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// Somebody else's code: its declaration and its calls stay.
// CHECK: func.func private @external(tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @external(tensor<64x64xf32>) -> tensor<64x64xf32>

// CHECK-LABEL: func.func @calls_external
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK-NEXT: call @external(%[[M]]) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @calls_external(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @external(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// A private function whose address is taken keeps its type.
// CHECK-LABEL: func.func private @escapes
// CHECK-SAME: (%{{.*}}: tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @escapes(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @takes_address
// CHECK: call_indirect %{{.*}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @takes_address(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %g = constant @escapes : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call_indirect %g(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
