// What is made of constants and meets an input is as precise as that: the largest
// of an input's numbers, which scales it, is found in f32, both times.
// RUN: amp-opt %s --amp-autocast="bf16 compute=low" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="bf16 compute=low" | diff %t -

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[A:[^:]*]]: tensor<4x8xf32>
// CHECK: %[[T:.*]] = math.tanh {{.*}} : tensor<8x4xf32>
// CHECK: %[[LARGEST:.*]] = linalg.generic {{.*}}"reduction"]} ins(%[[A]] : tensor<4x8xf32>) outs({{.*}} : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[T]], %[[LARGEST]] : tensor<8x4xf32>, tensor<4xf32>)
func.func @main(%a: tensor<4x8xf32>, %i: index) -> (tensor<4x4xf32>, tensor<8x4xf32>) {
  %table = arith.constant dense<0.1> : tensor<24x4xf32>
  %part = tensor.extract_slice %table[%i, 0] [8, 4] [1, 1] : tensor<24x4xf32> to tensor<8x4xf32>
  %t = math.tanh %part : tensor<8x4xf32>
  %least = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<4xf32>
  %f0 = linalg.fill ins(%least : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %largest = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
                 ins(%a : tensor<4x8xf32>) outs(%f0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<8x4xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
             ins(%t, %largest : tensor<8x4xf32>, tensor<4xf32>) outs(%e1 : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %0 = arith.mulf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %z0 = arith.constant dense<0.0> : tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %part : tensor<4x8xf32>, tensor<8x4xf32>) outs(%z0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %z1 = arith.constant dense<0.0> : tensor<8x4xf32>
  %q = linalg.matmul ins(%t, %p : tensor<8x4xf32>, tensor<4x4xf32>) outs(%z1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %p, %q : tensor<4x4xf32>, tensor<8x4xf32>
}
