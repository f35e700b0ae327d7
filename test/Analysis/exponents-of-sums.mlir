// A running sum whose exponential is taken stays f32 on its way there, each step
// of it, however it is shifted: rounded, a sum of 64 decays is off by a half.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

// CHECK-LABEL: func.func @steps(
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>)
// CHECK: tensor.concat dim(0) {{.*}} : (tensor<1x64xf32>, tensor<63x64xf32>) -> tensor<64x64xf32>
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
// CHECK: tensor.concat dim(0) {{.*}} : (tensor<2x64xf32>, tensor<62x64xf32>) -> tensor<64x64xf32>
// CHECK: arith.addf %{{.*}} : tensor<64x64xf32>
func.func @steps(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<0.0> : tensor<1x64xf32>
  %two = arith.constant dense<0.0> : tensor<2x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = math.tanh %p : tensor<64x64xf32>
  %s1 = tensor.extract_slice %d[0, 0] [63, 64] [1, 1] : tensor<64x64xf32> to tensor<63x64xf32>
  %c1 = tensor.concat dim(0) %one, %s1 : (tensor<1x64xf32>, tensor<63x64xf32>) -> tensor<64x64xf32>
  %a1 = arith.addf %d, %c1 : tensor<64x64xf32>
  %s2 = tensor.extract_slice %a1[0, 0] [62, 64] [1, 1] : tensor<64x64xf32> to tensor<62x64xf32>
  %c2 = tensor.concat dim(0) %two, %s2 : (tensor<2x64xf32>, tensor<62x64xf32>) -> tensor<64x64xf32>
  %a2 = arith.addf %a1, %c2 : tensor<64x64xf32>
  %e = math.exp %a2 : tensor<64x64xf32>
  %q = linalg.matmul ins(%e, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}

// Without an exponential it is as any other sum.
// CHECK-LABEL: func.func @sums(
// CHECK: arith.addf %{{.*}} : tensor<64x64x{{b?f16}}>
// CHECK: arith.addf %{{.*}} : tensor<64x64x{{b?f16}}>
func.func @sums(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<0.0> : tensor<1x64xf32>
  %two = arith.constant dense<0.0> : tensor<2x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = math.tanh %p : tensor<64x64xf32>
  %s1 = tensor.extract_slice %d[0, 0] [63, 64] [1, 1] : tensor<64x64xf32> to tensor<63x64xf32>
  %c1 = tensor.concat dim(0) %one, %s1 : (tensor<1x64xf32>, tensor<63x64xf32>) -> tensor<64x64xf32>
  %a1 = arith.addf %d, %c1 : tensor<64x64xf32>
  %s2 = tensor.extract_slice %a1[0, 0] [62, 64] [1, 1] : tensor<64x64xf32> to tensor<62x64xf32>
  %c2 = tensor.concat dim(0) %two, %s2 : (tensor<2x64xf32>, tensor<62x64xf32>) -> tensor<64x64xf32>
  %a2 = arith.addf %a1, %c2 : tensor<64x64xf32>
  %q = linalg.matmul ins(%a2, %v : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
