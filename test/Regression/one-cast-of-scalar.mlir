// A scalar that several creators and fills read low is cast once, behind its
// definition.
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast="bf16 accumulate=low" \
// RUN:   | FileCheck %s --check-prefix=LOW

// CHECK-LABEL: func.func @fills(
// CHECK-SAME: tensor<64x64xf32>, %[[S:.*]]: f32)
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[S]] fastmath<contract> : f32 to bf16
// CHECK-NOT: arith.truncf %[[S]]
// CHECK: linalg.fill ins(%[[ROUNDED]] : bf16)
// CHECK-NOT: arith.truncf %[[S]]
// CHECK: linalg.fill ins(%[[ROUNDED]] : bf16)
// CHECK-NOT: arith.truncf %[[S]]
// CHECK: return
func.func @fills(%x: tensor<64x64xf32>, %s: f32) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<128x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<128x64xf32>) -> tensor<128x64xf32>
  %a = linalg.fill ins(%s : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.fill ins(%s : f32) outs(%e2 : tensor<128x64xf32>) -> tensor<128x64xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%b, %0 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%z2 : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %1 : tensor<128x64xf32>
}

// The product starts from one of them, which accumulate=low makes low.
// LOW-LABEL: func.func @creators(
// LOW: %[[S:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// LOW-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[S]] fastmath<contract> : f32 to bf16
// LOW-NOT: arith.truncf %[[S]]
// LOW: tensor.splat %[[ROUNDED]] : tensor<64x64xbf16>
// LOW-NOT: arith.truncf %[[S]]
// LOW: tensor.splat %[[ROUNDED]] : tensor<64x64xbf16>
// LOW-NOT: arith.truncf %[[S]]
// LOW: return
func.func @creators(%x: tensor<64x64xf32>, %t: f32) -> tensor<64x64xf32> {
  %s = arith.addf %t, %t : f32
  %a = tensor.splat %s : tensor<64x64xf32>
  %start = tensor.splat %s : tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%start : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// One scalar is all elements of a tensor, and others read it as well.
// CHECK-LABEL: func.func @elements(
// CHECK: %[[ROUNDED:.*]] = arith.truncf %{{.*}} fastmath<contract> : f32 to bf16
// CHECK-NOT: arith.truncf {{.*}} : f32 to bf16
// CHECK: return
func.func @elements(%x: tensor<16x16xf32>, %s: f32) -> tensor<16x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tensor.splat %s : tensor<16x16xf32>
  %b = tensor.from_elements %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s : tensor<16xf32>
  %e = tensor.empty() : tensor<16x16xf32>
  %c = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<16x16xf32>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %a : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%0, %c : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
