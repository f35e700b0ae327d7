// An op that writes a part of its destination keeps the rest, which the body
// never reads: converted, it starts from the same numbers.
// RUN: amp-opt %s --amp-autocast=f16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=f16 | diff %t -
// RUN: amp-opt %s --amp-cpu-fuse | FileCheck %s --check-prefix=CPU

#id = affine_map<(i, j) -> (i, j)>
#next = affine_map<(i, j) -> (i + 1, j)>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[INTO:arg2]]: tensor<66x64xf32>
// CHECK: %[[LOW:.*]] = arith.truncf %[[INTO]] {{.*}} : tensor<66x64xf32> to tensor<66x64xf16>
// CHECK: linalg.generic {{.*}} outs(%[[LOW]] : tensor<66x64xf16>)
// CPU-LABEL: func.func @main
// CPU: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%arg2) : tensor<66x64xf32>
// CPU: linalg.generic {{.*}} outs(%[[COPY]] : tensor<66x64xf32>)
func.func @main(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>, %into: tensor<66x64xf32>) -> tensor<66x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %more = arith.constant dense<0.0> : tensor<66x64xf32>
  %p = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#id, #next], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%into : tensor<66x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  } -> tensor<66x64xf32>
  %r = linalg.matmul ins(%g, %w : tensor<66x64xf32>, tensor<64x64xf32>) outs(%more : tensor<66x64xf32>) -> tensor<66x64xf32>
  return %r : tensor<66x64xf32>
}

// What is beside the new rows counts for the range of all.
// CHECK-LABEL: func.func @range
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<66x64xf32>)
func.func @range(%a: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<66x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %more = arith.constant dense<0.0> : tensor<66x64xf32>
  %large = arith.constant dense<1.0e6> : tensor<66x64xf32>
  %p = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.generic {indexing_maps = [#id, #next], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%large : tensor<66x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<66x64xf32>
  %e = tensor.empty() : tensor<66x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%g : tensor<66x64xf32>) outs(%e : tensor<66x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<66x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<66x64xf32>, tensor<64x64xf32>) outs(%more : tensor<66x64xf32>) -> tensor<66x64xf32>
  return %r : tensor<66x64xf32>
}
