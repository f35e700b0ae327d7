// Chains that stay f32 go through calls, wherever the functions are defined:
// before their callers, or behind them, as JAX exports its helpers.
// RUN: amp-opt %s --amp-autocast=bf16 -split-input-file -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 -split-input-file | diff %t -
// RUN: amp-opt %s --amp-autocast="bf16 assign=fixpoint" -split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// What a logarithm is taken of, 1 - p, nearly cancels.
// CHECK-LABEL: func.func @entropy_first(
// CHECK: call @clip_first(%{{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @entropy_first(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  %c = call @clip_first(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%c : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %l = linalg.log ins(%q : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}
func.func private @clip_first(%p: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %low = arith.constant dense<1.0e-7> : tensor<64x64xf32>
  %high = arith.constant dense<0.99999988> : tensor<64x64xf32>
  %0 = arith.maximumf %p, %low : tensor<64x64xf32>
  %1 = arith.minimumf %0, %high : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @entropy_last(
// CHECK: call @clip_last(%{{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @clip_last(%p: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %low = arith.constant dense<1.0e-7> : tensor<64x64xf32>
  %high = arith.constant dense<0.99999988> : tensor<64x64xf32>
  %0 = arith.maximumf %p, %low : tensor<64x64xf32>
  %1 = arith.minimumf %0, %high : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func @entropy_last(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  %c = call @clip_last(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%c : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %0 = arith.subf %one, %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %l = linalg.log ins(%q : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %l : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// An angle.
// CHECK-LABEL: func.func @phase_first(
// CHECK: call @many_first(%{{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @phase_first(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.exp ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = call @many_first(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sin %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func private @many_first(%p: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 20.0 : f32
    %0 = arith.mulf %in, %c : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @phase_last(
// CHECK: call @many_last(%{{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func private @many_last(%p: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 20.0 : f32
    %0 = arith.mulf %in, %c : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @phase_last(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.exp ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = call @many_last(%p) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sin %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
