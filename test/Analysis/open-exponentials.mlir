// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s --check-prefixes=CHECK,BF16

// An exponent is no data of order one: f16 ends at the exponential of 11.09.
// CHECK-LABEL: func.func @scaled
// F16: %[[EXP:.*]] = math.exp %{{.*}} : tensor<64x64xf32>
// F16-NOT: truncf %[[EXP]]
// F16: arith.mulf %{{.*}}, %[[EXP]] : tensor<64x64xf32>
// BF16: arith.mulf %{{.*}} : tensor<64x64xbf16>
func.func @scaled(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %k: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ls = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %ls : tensor<64x64xf32>
  %q = linalg.matmul ins(%k, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = arith.mulf %q, %e : tensor<64x64xf32>
  %u = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %u : tensor<64x64xf32>
}

// A product reads it low, as its other factor; what cannot be large may be low.
// CHECK-LABEL: func.func @others
// CHECK: math.exp
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[LOW:b?f16]]>, tensor<64x64x[[LOW]]>)
// CHECK: math.exp
// CHECK: arith.mulf %{{.*}} : tensor<64x64x[[LOW]]>
func.func @others(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = math.exp %x : tensor<64x64xf32>
  %p = linalg.matmul ins(%e, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = math.absf %p : tensor<64x64xf32>
  %n = arith.negf %a : tensor<64x64xf32>
  %small = math.exp %n : tensor<64x64xf32>
  %r = arith.mulf %a, %small : tensor<64x64xf32>
  %u = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %u : tensor<64x64xf32>
}
