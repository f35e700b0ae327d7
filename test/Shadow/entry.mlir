// Of several public functions one is named; the others stay as they are.
// RUN: amp-opt --amp-shadow="f16 entry=two" %s | FileCheck %s --check-prefixes=CHECK,SHADOW
// RUN: amp-opt --amp-emulate="f16 entry=two" %s | FileCheck %s --check-prefixes=CHECK,EMULATE
// RUN: not amp-opt --amp-shadow="f16 entry=three" %s 2>&1 | FileCheck %s --check-prefix=THREE --implicit-check-not=func.func
// RUN: not amp-opt --amp-shadow="f16 entry=shared" %s 2>&1 | FileCheck %s --check-prefix=CALLED --implicit-check-not='see current'

// THREE: entry.mlir:{{.*}}: error: expected the entry to be a public function with a body that nobody calls, here 'one', 'two'; got 'three'
// CALLED: entry.mlir:[[@LINE+7]]:{{.*}}: error: expected the entry to be {{.*}}, here 'one', 'two'; got 'shared'

// CHECK-LABEL: func.func @one(
// CHECK-SAME: ) -> tensor<64x64xf32> {
// SHADOW-LABEL: func.func @two(
// SHADOW-SAME: amp.recorded
// EMULATE-LABEL: func.func @two({{.*}}xi1>{{.*}}amp.switches
func.func @shared(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @one(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @shared(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @two(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @shared(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
