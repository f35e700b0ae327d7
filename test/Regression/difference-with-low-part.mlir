// A part of a product beside another part of it that an earlier conversion stored
// low is as much of a difference in an exponent as before: a second conversion
// rounded the product's operands, which the first had not (seed 41100621 of the
// mutants, in whose body nothing reads the difference).
// RUN: amp-opt %s --amp-autocast="f16 accumulate=low" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 accumulate=low" | diff %t -

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: linalg.matmul ins({{.*}} : tensor<4x64xf32>, tensor<64x256xf32>)
func.func @main(%a: tensor<4x64xf32>, %b: tensor<64x256xf32>, %w: tensor<128x128xf32>) -> tensor<4x128xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant dense<0.0> : tensor<4x256xf32>
  %zero_out = arith.constant dense<0.0> : tensor<4x128xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<64x256xf32>) outs(%zero : tensor<4x256xf32>) -> tensor<4x256xf32>
  %left = tensor.extract_slice %p[0, 0] [4, 128] [1, 1] : tensor<4x256xf32> to tensor<4x128xf32>
  %right = tensor.extract_slice %p[0, 128] [4, 128] [1, 1] : tensor<4x256xf32> to tensor<4x128xf32>
  %moved = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%left : tensor<4x128xf32>) outs(%right : tensor<4x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %negative = arith.negf %in : f32
    %e = math.exp %negative : f32
    %s = arith.addf %e, %one : f32
    linalg.yield %out : f32
  } -> tensor<4x128xf32>
  %r = linalg.matmul ins(%moved, %w : tensor<4x128xf32>, tensor<128x128xf32>) outs(%zero_out : tensor<4x128xf32>) -> tensor<4x128xf32>
  return %r : tensor<4x128xf32>
}
