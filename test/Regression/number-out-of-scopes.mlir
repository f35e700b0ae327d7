// A number that leaves two scopes was rounded for readers in the outer one and
// for those behind it, by two casts of the same value.
// RUN: amp-opt --allow-unregistered-dialect --amp-autocast='f16 unlisted=ignore assign=fixpoint' %s | FileCheck %s

// CHECK: %[[NUMBER:.*]] = "test.op"()
// CHECK: %[[LOW:.*]] = arith.truncf %[[NUMBER]]
// CHECK-NOT: arith.truncf %[[NUMBER]]
// CHECK-COUNT-2: linalg.fill ins(%[[LOW]] : f16)
func.func @main(%w: tensor<64x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %e = tensor.empty() : tensor<16x64xf32>
  %zeros = arith.constant dense<0.0> : tensor<16x64xf32>
  %outer:2 = amp.autocast -> f32, tensor<16x64xf32> {
    %inner = amp.autocast -> f32 {
      %number = "test.op"() : () -> f32
      amp.yield %number : f32
    }
    %a = linalg.fill ins(%inner : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
    %y = linalg.matmul ins(%a, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<16x64xf32>) -> tensor<16x64xf32>
    amp.yield %inner, %y : f32, tensor<16x64xf32>
  }
  %b = linalg.fill ins(%outer#0 : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %z = linalg.matmul ins(%b, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %outer#1, %z : tensor<16x64xf32>, tensor<16x64xf32>
}
