// A fill over an argument that turns low leaves no destination of its f32 twin
// behind (found by a mutant: the second conversion removed it).
// RUN: amp-opt %s --amp-autocast="f16 signature=convert accumulate=low" | FileCheck %s
// CHECK-NOT: tensor.empty() : tensor<8x8xf32>
// CHECK: linalg.fill
// CHECK-NOT: tensor.empty() : tensor<8x8xf32>

func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %o: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = arith.constant 0.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = linalg.add ins(%m, %o : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m, %a : tensor<8x8xf32>, tensor<8x8xf32>
}

// A cast of the user stays, also where it was such a destination.
// CHECK-LABEL: func.func @user_cast(
// CHECK: arith.truncf %{{.*}} : tensor<8x8xf64> to tensor<8x8xf32>
func.func @user_cast(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %o: tensor<8x8xf64>)
    -> tensor<8x8xf32> {
  %c = arith.constant 0.0 : f32
  %t = arith.truncf %o : tensor<8x8xf64> to tensor<8x8xf32>
  %f = linalg.fill ins(%c : f32) outs(%t : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %m : tensor<8x8xf32>
}
