// Both sides in one function, each low op behind the op it stands for; rows
// compare what is stored and name the rows that an op reads.
// RUN: amp-opt --amp-shadow=f16 --split-input-file %s | FileCheck %s
// RUN: amp-opt --amp-shadow="bf16 assign=greedy policy=pytorch guards=false absorb=false compute=low" --split-input-file %s | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<64x64xf32>, tensor<4x8xf64>)
// CHECK-SAME: {inputs = [], {{.*}}path = "@main/arg#0", type = "f16"}
// CHECK-SAME: {inputs = [], {{.*}}path = "@main/arg#1", type = "f16"}
// CHECK-SAME: {inputs = [0, 1], {{.*}}path = "@main/linalg.matmul#0", type = "f32"}
// CHECK-SAME: {inputs = [2], {{.*}}path = "@main/math.exp#0", returned = true, type = "f32"}
// CHECK: call @amp_compare_f32_f16
// CHECK: %[[HIGH:.*]] = linalg.matmul ins({{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: %[[LOW:.*]] = linalg.matmul ins({{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
// CHECK: call @amp_compare_f32_f32
// CHECK: %[[RESULT:.*]] = math.exp %[[HIGH]]
// CHECK: math.exp %[[LOW]]
// CHECK: return %[[RESULT]]
// BF16: amp_compare_f32_bf16
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = math.exp %p : tensor<64x64xf32>
  return %e : tensor<64x64xf32>
}

// -----

// The conversion of a callee comes along under another name.
// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-LABEL: func.func @main(
// CHECK: call @layer(
// CHECK: call @layer_0(
// CHECK: func.func private @layer_0(
// CHECK: linalg.matmul ins({{.*}}f16>
func.func private @layer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @layer(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @layer(%0, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// Callees that call each other, in any order, call the conversions.
// CHECK-LABEL: func.func private @outer(
// CHECK: call @inner(
// CHECK-LABEL: func.func @main(
// CHECK: call @outer(
// CHECK: call @outer_0(
// CHECK: func.func private @outer_0(
// CHECK: call @inner_0({{.*}}f16>
// CHECK: func.func private @inner_0(
func.func private @outer(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @inner(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @inner(%0, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func private @inner(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = call @outer(%x, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
