// A running sum that is written as sums of a value and of itself, shifted or
// taken apart, is a reduction: each of its steps is f32. Two such sums, of four
// neighbours, are none.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DLOW=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DLOW=bf16
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -

// By doubling.
// CHECK-LABEL: func.func @doubling(
// CHECK-COUNT-4: arith.addf {{.*}} : tensor<16x64xf32>
// CHECK: arith.truncf {{.*}} : tensor<16x64xf32> to tensor<16x64x[[LOW]]>
// CHECK-NEXT: linalg.matmul
func.func @doubling(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %one = arith.constant dense<0.0> : tensor<1x64xf32>
  %two = arith.constant dense<0.0> : tensor<2x64xf32>
  %four = arith.constant dense<0.0> : tensor<4x64xf32>
  %eight = arith.constant dense<0.0> : tensor<8x64xf32>
  %p1 = tensor.extract_slice %p[0, 0] [15, 64] [1, 1] : tensor<16x64xf32> to tensor<15x64xf32>
  %s1 = tensor.concat dim(0) %one, %p1 : (tensor<1x64xf32>, tensor<15x64xf32>) -> tensor<16x64xf32>
  %a1 = arith.addf %p, %s1 : tensor<16x64xf32>
  %p2 = tensor.extract_slice %a1[0, 0] [14, 64] [1, 1] : tensor<16x64xf32> to tensor<14x64xf32>
  %s2 = tensor.concat dim(0) %two, %p2 : (tensor<2x64xf32>, tensor<14x64xf32>) -> tensor<16x64xf32>
  %a2 = arith.addf %a1, %s2 : tensor<16x64xf32>
  %p4 = tensor.extract_slice %a2[0, 0] [12, 64] [1, 1] : tensor<16x64xf32> to tensor<12x64xf32>
  %s4 = tensor.concat dim(0) %four, %p4 : (tensor<4x64xf32>, tensor<12x64xf32>) -> tensor<16x64xf32>
  %a4 = arith.addf %a2, %s4 : tensor<16x64xf32>
  %p8 = tensor.extract_slice %a4[0, 0] [8, 64] [1, 1] : tensor<16x64xf32> to tensor<8x64xf32>
  %s8 = tensor.concat dim(0) %eight, %p8 : (tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<16x64xf32>
  %a8 = arith.addf %a4, %s8 : tensor<16x64xf32>
  %r = linalg.matmul ins(%a8, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// Down and up a tree, of four: what is put together is of the same value.
// CHECK-LABEL: func.func @tree(
// CHECK: arith.addf {{.*}} : tensor<2x64xf32>
// CHECK: arith.addf {{.*}} : tensor<1x64xf32>
// CHECK: arith.addf {{.*}} : tensor<1x64xf32>
// CHECK: tensor.concat {{.*}} -> tensor<4x64x[[LOW]]>
func.func @tree(%x: tensor<4x64xf32>, %w: tensor<64x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z : tensor<4x64xf32>) -> tensor<4x64xf32>
  %even = tensor.extract_slice %p[0, 0] [2, 64] [2, 1] : tensor<4x64xf32> to tensor<2x64xf32>
  %odd = tensor.extract_slice %p[1, 0] [2, 64] [2, 1] : tensor<4x64xf32> to tensor<2x64xf32>
  %pairs = arith.addf %even, %odd : tensor<2x64xf32>
  %first = tensor.extract_slice %pairs[0, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
  %second = tensor.extract_slice %pairs[1, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
  %last = arith.addf %first, %second : tensor<1x64xf32>
  %ends = tensor.concat dim(0) %first, %last : (tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<2x64xf32>
  %before = tensor.extract_slice %ends[0, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
  %third = tensor.extract_slice %p[2, 0] [1, 64] [1, 1] : tensor<4x64xf32> to tensor<1x64xf32>
  %between = arith.addf %last, %third : tensor<1x64xf32>
  %start = tensor.extract_slice %p[0, 0] [1, 64] [1, 1] : tensor<4x64xf32> to tensor<1x64xf32>
  %all = tensor.concat dim(0) %start, %before, %between, %last : (tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>, tensor<1x64xf32>) -> tensor<4x64xf32>
  %r = linalg.matmul ins(%all, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}

// A pooling, a value that is doubled again and again, and one that constants
// are added to.
// CHECK-LABEL: func.func @others(
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<16x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<8x64x[[LOW]]>
// CHECK: arith.addf {{.*}} : tensor<4x64x[[LOW]]>
func.func @others(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<4x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %k = arith.constant dense<0.5> : tensor<16x64xf32>
  %p1 = arith.addf %p, %k : tensor<16x64xf32>
  %p2 = arith.addf %p1, %k : tensor<16x64xf32>
  %p3 = arith.addf %p2, %k : tensor<16x64xf32>
  %a = arith.addf %p3, %p3 : tensor<16x64xf32>
  %b = arith.addf %a, %a : tensor<16x64xf32>
  %c = arith.addf %b, %b : tensor<16x64xf32>
  %even = tensor.extract_slice %c[0, 0] [8, 64] [2, 1] : tensor<16x64xf32> to tensor<8x64xf32>
  %odd = tensor.extract_slice %c[1, 0] [8, 64] [2, 1] : tensor<16x64xf32> to tensor<8x64xf32>
  %pairs = arith.addf %even, %odd : tensor<8x64xf32>
  %even2 = tensor.extract_slice %pairs[0, 0] [4, 64] [2, 1] : tensor<8x64xf32> to tensor<4x64xf32>
  %odd2 = tensor.extract_slice %pairs[1, 0] [4, 64] [2, 1] : tensor<8x64xf32> to tensor<4x64xf32>
  %fours = arith.addf %even2, %odd2 : tensor<4x64xf32>
  %e4 = tensor.empty() : tensor<4x64xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4x64xf32>) -> tensor<4x64xf32>
  %r = linalg.matmul ins(%fours, %w : tensor<4x64xf32>, tensor<64x64xf32>) outs(%z4 : tensor<4x64xf32>) -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}
