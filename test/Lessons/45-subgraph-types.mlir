// Loop and branch subgraphs were left out, then had types that disagreed: carried
// values, yields and results have one type (ModelOpt PR 659, issue 1628).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// Two values that swap places in every iteration share one type.
// CHECK-LABEL: func.func @rotate
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<64x64x[[C:f32|f16|bf16]]>, tensor<64x64x[[C]]>)
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>)
// CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<64x64x[[C]]>, tensor<64x64x[[C]]>
// CHECK: return %{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>
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

// A running sum carried by the loop stays f32: it is an accumulator.
// CHECK-LABEL: func.func @running_sum
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>)
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: scf.yield %{{.*}} : tensor<64x64xf32>
func.func @running_sum(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %c) -> (tensor<64x64xf32>) {
    %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%a : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %0 : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
