// A loop carries each value under a label of its own: what it carries beside a
// logarithm is none (found by amp-fuzz, seed 641941, shrunk by amp-reduce).
// RUN: amp-opt %s --amp-autocast=f16 -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -

// CHECK-LABEL: func.func @beside
// CHECK: math.log {{.*}} : tensor<64x64xf32>
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, tensor<64x64xf16>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @beside(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %log = math.log %a : tensor<64x64xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %log, %y = %b) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %p = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %x, %p : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %e0 = math.exp %r#0 : tensor<64x64xf32>
  %e1 = math.exp %r#1 : tensor<64x64xf32>
  return %e0, %e1 : tensor<64x64xf32>, tensor<64x64xf32>
}
