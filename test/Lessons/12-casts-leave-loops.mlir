// Run-time weights were cast again at every call: a weight that a loop only reads
// is cast once, before it (apache/tvm PR 14719).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast="f16 signature=convert" %s | FileCheck %s --check-prefix=CONVERT

// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%{{arg[0-9]+}}: tensor<64x64xf32>, %[[W:arg[0-9]+]]: tensor<64x64xf32>
// CHECK: %[[L:.*]] = arith.truncf %[[W]] fastmath<contract>
// CHECK: scf.for
// CHECK-NOT: arith.truncf %[[W]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[L]] :
// CONVERT-LABEL: func.func @loop
// CONVERT-SAME: (%{{arg[0-9]+}}: tensor<64x64xf16>, %[[W:arg[0-9]+]]: tensor<64x64xf16>
// CONVERT-NOT: arith.truncf %arg
// CONVERT: linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @loop(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %0 = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %0 : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
