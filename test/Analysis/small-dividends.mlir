// What a small number divides is as small where they are of one size: in a type
// with less range it keeps the digits that it has. An optimizer's moments are.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-autocast=bf16 | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func.func @adam(
// CHECK: arith.mulf {{.*}} : tensor<64x64xf32>
// CHECK: arith.divf {{.*}} : tensor<64x64xf32>
// CHECK-NOT: arith.extf
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// WIDE-LABEL: func.func @adam(
// WIDE: arith.mulf {{.*}} : tensor<64x64xbf16>
func.func @adam(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %few = arith.constant dense<0.1> : tensor<64x64xf32>
  %eps = arith.constant dense<1.0e-08> : tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = arith.mulf %g, %few : tensor<64x64xf32>
  %root = math.sqrt %v : tensor<64x64xf32>
  %size = arith.addf %root, %eps : tensor<64x64xf32>
  %step = arith.divf %m, %size : tensor<64x64xf32>
  %r = linalg.matmul ins(%step, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// What is no smaller than one divides as well as in f32.
// CHECK-LABEL: func.func @gate(
// CHECK: arith.mulf {{.*}} : tensor<64x64xf16>
func.func @gate(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %few = arith.constant dense<0.1> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = arith.mulf %g, %few : tensor<64x64xf32>
  %exp = math.exp %y : tensor<64x64xf32>
  %size = arith.addf %exp, %one : tensor<64x64xf32>
  %step = arith.divf %m, %size : tensor<64x64xf32>
  %r = linalg.matmul ins(%step, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A size that many share is a statistic: data stays data.
// CHECK-LABEL: func.func @norm(
// CHECK: arith.mulf {{.*}} : tensor<64x64xf16>
func.func @norm(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %few = arith.constant dense<0.1> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %g = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = arith.mulf %g, %few : tensor<64x64xf32>
  %root = math.sqrt %v : tensor<64xf32>
  %size = linalg.broadcast ins(%root : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [1]
  %step = arith.divf %m, %size : tensor<64x64xf32>
  %r = linalg.matmul ins(%step, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
