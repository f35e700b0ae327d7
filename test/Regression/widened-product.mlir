// A product that is widened again, to be put into what a loop adds up, has the
// digits of a product: a second conversion took it for more, no longer saw that
// two calls of one function differ, and made the product of what the other call
// returns in bf16 (seed 78002059).
// RUN: amp-opt %s --amp-autocast="bf16 accumulate=low" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="bf16 accumulate=low" | diff %t -

func.func private @shared(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @main
// CHECK: linalg.matmul ins({{.*}} : tensor<4x8xbf16>, tensor<8x?xbf16>)
// CHECK: arith.extf {{.*}} : tensor<8x8xbf16> to tensor<8x8xf32>
// CHECK: %[[A:.*]] = call @shared(%arg1)
// CHECK: linalg.matmul ins(%[[A]], {{.*}} : tensor<8x8xf32>, tensor<8x4xf32>)
func.func @main(%flag: i1, %x: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c300 = arith.constant 300 : index
  %half = arith.constant dense<5.000000e-01> : tensor<8x8xf32>
  %sum:2 = scf.while (%i = %c0, %acc = %half) : (index, tensor<8x8xf32>) -> (index, tensor<8x8xf32>) {
    %more = arith.cmpi ult, %i, %c300 : index
    scf.condition(%more) %i, %acc : index, tensor<8x8xf32>
  } do {
  ^bb0(%i: index, %acc: tensor<8x8xf32>):
    %next = arith.addi %i, %c1 : index
    %rhs = arith.constant dense<6.250000e-02> : tensor<8x8xf32>
    %lhs = arith.constant dense<1.000000e+00> : tensor<4x8xf32>
    %tiled = scf.for %k = %c0 to %c8 step %c3 iter_args(%tile = %acc) -> (tensor<8x8xf32>) {
      %part = tensor.extract_slice %rhs[0, %k] [8, %k] [1, 1] : tensor<8x8xf32> to tensor<8x?xf32>
      %old = tensor.extract_slice %tile[0, %k] [4, %k] [1, 1] : tensor<8x8xf32> to tensor<4x?xf32>
      %p = linalg.matmul ins(%lhs, %part : tensor<4x8xf32>, tensor<8x?xf32>)
             outs(%old : tensor<4x?xf32>) -> tensor<4x?xf32>
      %new = tensor.insert_slice %p into %tile[0, %k] [4, %k] [1, 1] : tensor<4x?xf32> into tensor<8x8xf32>
      scf.yield %new : tensor<8x8xf32>
    }
    scf.yield %next, %tiled : index, tensor<8x8xf32>
  }
  %a = call @shared(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %b = call @shared(%sum#1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %one = arith.constant dense<1.000000e+00> : tensor<8x8xf32>
  %w = arith.constant dense<1.000000e+00> : tensor<8x4xf32>
  %m = arith.maximumf %a, %one : tensor<8x8xf32>
  %r = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x4xf32>) outs(%w : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
