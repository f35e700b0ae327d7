// A cast of what a loop carries was priced once, though it runs in every iteration:
// two values that swap places went down and up again each time.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s

// CHECK-LABEL: func.func @rotate
// CHECK: scf.for {{.*}} -> (tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK-NOT: arith.extf
// CHECK: scf.yield
// CHECK: }
// CHECK-COUNT-2: arith.extf
func.func @rotate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x, %b = %w) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %b, %0 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  return %r#0, %r#1 : tensor<64x64xf32>, tensor<64x64xf32>
}
