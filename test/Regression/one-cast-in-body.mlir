// RUN: amp-opt %s --amp-autocast="type=bf16 assign=fixpoint" --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-autocast="type=bf16 compute=low" --split-input-file | FileCheck %s --check-prefix=LOW

// A body that yields one value twice rounds it once. Found in a module of
// IREE's tests; the generator's bodies had yielded each value once.

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: @yielded_twice
// CHECK: ^bb0(%[[IN:[a-z0-9]+]]: f32,
// CHECK-NEXT: %[[R:.*]] = arith.truncf %[[IN]]
// CHECK-NEXT: linalg.yield %[[R]], %[[R]] : bf16, bf16
func.func @yielded_twice(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #swap],
                         iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x16xf32>)
      outs(%e, %e : tensor<16x16xf32>, tensor<16x16xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<16x16xf32>, tensor<16x16xf32>)
  %m = linalg.matmul ins(%p#0, %p#1 : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %m : tensor<16x16xf32>
}

// -----

// What a body that computes low reads from outside is rounded once.

#id = affine_map<(i, j) -> (i, j)>

// LOW-LABEL: @captured_twice
// LOW-SAME: %[[S:[a-z0-9]*]]: f32)
// LOW: linalg.generic
// LOW: ^bb0(%[[IN:[a-z0-9]+]]: bf16,
// LOW-NEXT: %[[R:.*]] = arith.truncf %[[S]]
// LOW-NEXT: %[[MUL:.*]] = arith.mulf %[[IN]], %[[R]] : bf16
// LOW-NEXT: %[[ADD:.*]] = arith.addf %[[MUL]], %[[R]] : bf16
// LOW-NEXT: linalg.yield %[[ADD]], %[[R]] : bf16, bf16
func.func @captured_twice(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %s: f32)
    -> tensor<16x16xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id],
                         iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<16x16xf32>)
      outs(%e, %e : tensor<16x16xf32>, tensor<16x16xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    %1 = arith.mulf %in, %s : f32
    %2 = arith.addf %1, %s : f32
    linalg.yield %2, %s : f32, f32
  } -> (tensor<16x16xf32>, tensor<16x16xf32>)
  %m2 = linalg.matmul ins(%p#0, %p#1 : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%z : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %m2 : tensor<16x16xf32>
}
