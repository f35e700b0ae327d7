// What is divided by its own size, or by the largest of its own elements, is one
// exactly where both are equal: dividend and divisor come from one value.
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s -o %t.mlir && amp-opt --amp-autocast=bf16 %t.mlir | diff %t.mlir -

// A sign.
// CHECK-LABEL: func.func @sign(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: %[[A:.*]] = math.absf %[[H]] : tensor<16x64xf32>
// CHECK: %[[S:.*]] = arith.addf %[[A]], %{{.*}} : tensor<16x64xf32>
// CHECK: arith.divf %[[H]], %[[S]] : tensor<16x64xf32>
func.func @sign(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant dense<1.0e-20> : tensor<16x64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %a = math.absf %h : tensor<16x64xf32>
  %s = arith.addf %a, %epsilon : tensor<16x64xf32>
  %q = arith.divf %h, %s : tensor<16x64xf32>
  return %q : tensor<16x64xf32>
}

// The largest of a row.
// CHECK-LABEL: func.func @largest(
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: linalg.reduce {{.*}}ins(%[[H]] : tensor<16x64xf32>)
// CHECK: linalg.broadcast {{.*}} outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: arith.divf %[[H]], %{{.*}} : tensor<16x64xf32>
func.func @largest(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<16x64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %m0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
  %m = linalg.reduce { arith.maximumf } ins(%h : tensor<16x64xf32>) outs(%m0 : tensor<16xf32>) dimensions = [1]
  %all = linalg.broadcast ins(%m : tensor<16xf32>) outs(%e : tensor<16x64xf32>) dimensions = [1]
  %q = arith.divf %h, %all : tensor<16x64xf32>
  %is = arith.cmpf oge, %q, %one : tensor<16x64xf32>
  %picked = arith.select %is, %h, %z : tensor<16x64xi1>, tensor<16x64xf32>
  return %picked : tensor<16x64xf32>
}

// By the inverse, as TOSA has it.
// CHECK-LABEL: func.func @inverse(
// CHECK: %[[H:.*]] = tosa.matmul
// CHECK: tosa.abs %[[H]] : (tensor<1x16x64xf32>)
// CHECK: tosa.mul %[[H]], %{{.*}} : (tensor<1x16x64xf32>, tensor<1x16x64xf32>,
func.func @inverse(%x: tensor<1x16x64xf32>, %w: tensor<1x64x64xf32>) -> tensor<1x16x64xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %h = tosa.matmul %x, %w, %zp, %zp : (tensor<1x16x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x64xf32>
  %a = tosa.abs %h : (tensor<1x16x64xf32>) -> tensor<1x16x64xf32>
  %i = tosa.reciprocal %a : (tensor<1x16x64xf32>) -> tensor<1x16x64xf32>
  %q = tosa.mul %h, %i, %shift : (tensor<1x16x64xf32>, tensor<1x16x64xf32>, tensor<1xi8>) -> tensor<1x16x64xf32>
  return %q : tensor<1x16x64xf32>
}

// One plus a magnitude is no epsilon (softsign): its sum may be low.
// CHECK-LABEL: func.func @softsign(
// CHECK: math.absf %{{.*}} : tensor<16x64x{{b?}}f16>
func.func @softsign(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<16x64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %a = math.absf %h : tensor<16x64xf32>
  %s = arith.addf %a, %one : tensor<16x64xf32>
  %q = arith.divf %h, %s : tensor<16x64xf32>
  %r = linalg.matmul ins(%q, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}
