// How precisions are chosen shows where no op absorbs a cast: tensor arithmetic.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s --check-prefixes=CHECK,OPT
// RUN: amp-opt --amp-autocast="f16 assign=optimal" %s | FileCheck %s --check-prefixes=CHECK,OPT
// RUN: amp-opt --amp-autocast="f16 assign=greedy" %s | FileCheck %s --check-prefixes=CHECK,GREEDY
// RUN: amp-opt --amp-autocast="f16 assign=fixpoint" %s | FileCheck %s --check-prefixes=CHECK,FIX

// Before a product: the optimum and the fixpoint see it coming, the forward
// sweep sees only that the logarithm is f32.
// CHECK-LABEL: func.func @before_product
// OPT: arith.negf %{{.*}} : tensor<64x64xf16>
// OPT-NEXT: arith.addf %{{.*}} : tensor<64x64xf16>
// FIX: arith.negf %{{.*}} : tensor<64x64xf16>
// FIX-NEXT: arith.addf %{{.*}} : tensor<64x64xf16>
// GREEDY: arith.negf %{{.*}} : tensor<64x64xf32>
// GREEDY-NEXT: %[[A:.*]] = arith.addf %{{.*}} : tensor<64x64xf32>
// GREEDY-NEXT: arith.truncf %[[A]] fastmath<contract>
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @before_product(%v: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = linalg.matmul ins(%v, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %x = math.log %p : tensor<64x64xf32>
  %0 = arith.negf %x : tensor<64x64xf32>
  %1 = arith.addf %0, %0 : tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Between the accumulator and an exponential: the sweep and the fixpoint go
// down and up again, the optimum stays up.
// CHECK-LABEL: func.func @before_exponential
// OPT-NOT: arith.extf
// OPT: arith.negf %{{.*}} : tensor<64x64xf32>
// GREEDY: arith.negf %{{.*}} : tensor<64x64xf16>
// GREEDY-NEXT: arith.extf %{{.*}} fastmath<contract>
// FIX: arith.negf %{{.*}} : tensor<64x64xf16>
// FIX-NEXT: arith.extf %{{.*}} fastmath<contract>
// CHECK: math.exp %{{.*}} : tensor<64x64xf32>
func.func @before_exponential(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.negf %0 : tensor<64x64xf32>
  %2 = math.exp %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
