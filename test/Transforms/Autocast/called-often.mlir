// What a private function does counts as often as it is called, its loops and
// those around its calls included: a layer that a loop calls is converted, and
// its casts stand in front of the loop.
// RUN: amp-opt --amp-autocast="f16 report=-" %s -o %t 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s < %t
// RUN: amp-opt --amp-autocast=f16 %t | diff %t -

// 16 calls that each read two matrices, write a product, and read and write it.
// REPORT: @layer 1.31 MB 655.36 kB 50.0 %

// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: tensor<64x64xf16>, %{{.*}}: tensor<64x64xf16>) -> tensor<64x64xf16>
func.func private @layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %p : tensor<64x64xf32>
  return %t : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @layers(
// CHECK-DAG: %[[W:.*]] = arith.truncf %arg1
// CHECK-DAG: %[[X:.*]] = arith.truncf %arg0
// CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %[[X]]) -> (tensor<64x64xf16>)
// CHECK-NEXT: func.call @layer(%[[H]], %[[W]])
// CHECK-NEXT: scf.yield
func.func @layers(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%h = %x) -> (tensor<64x64xf32>) {
    %y = func.call @layer(%h, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
