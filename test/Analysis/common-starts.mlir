// Differences of what one value has become in two ways, by sums: its own error
// is the same in both, and what is behind it stays f32.
// RUN: amp-opt %s --amp-autocast=bf16 -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast=bf16 | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// A slope, f(x + d) - f(x).
// CHECK-LABEL: func.func @slope
// CHECK: %[[H:.*]] = linalg.matmul
// CHECK: %[[N:.*]] = arith.addf %[[H]], %{{.*}} : tensor<64x64xf32>
// CHECK: %[[A:.*]] = math.erf %[[N]] : tensor<64x64xf32>
// CHECK: %[[B:.*]] = math.erf %[[H]] : tensor<64x64xf32>
// CHECK: arith.subf %[[A]], %[[B]] : tensor<64x64xf32>
func.func @slope(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = arith.constant dense<0.01> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.addf %h, %d : tensor<64x64xf32>
  %a = math.erf %n : tensor<64x64xf32>
  %b = math.erf %h : tensor<64x64xf32>
  %s = arith.subf %a, %b : tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// What a step has changed; the step itself may be low.
// CHECK-LABEL: func.func @step
// CHECK: math.tanh {{.*}} : tensor<64x64x{{b?}}f16>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @step(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = arith.constant 0.01 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %g = linalg.matmul ins(%h, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = math.tanh %g : tensor<64x64xf32>
  %u = linalg.matmul ins(%t, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%u, %h : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %old: f32, %out: f32):
    %0 = arith.mulf %in, %size : f32
    %1 = arith.addf %0, %old : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%n, %h : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %old: f32, %out: f32):
    %0 = arith.subf %in, %old : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Nothing is added on the way: parts that are turned (position embeddings).
// CHECK-LABEL: func.func @turned
// CHECK: arith.subf {{.*}} : tensor<64x32x{{b?}}f16>
func.func @turned(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<32x64xf32>, %c: tensor<64x32xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %z = arith.constant dense<0.0> : tensor<64x32xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = tensor.extract_slice %h[0, 0] [64, 32] [1, 1] : tensor<64x64xf32> to tensor<64x32xf32>
  %b = tensor.extract_slice %h[0, 32] [64, 32] [1, 1] : tensor<64x64xf32> to tensor<64x32xf32>
  %p = arith.mulf %a, %c : tensor<64x32xf32>
  %q = arith.mulf %b, %c : tensor<64x32xf32>
  %s = arith.subf %p, %q : tensor<64x32xf32>
  %r = linalg.matmul ins(%s, %v : tensor<64x32xf32>, tensor<32x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// What other ops lie on one of the ways: another value.
// CHECK-LABEL: func.func @bounded
// CHECK: arith.subf {{.*}} : tensor<64x64x{{b?}}f16>
func.func @bounded(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %n = arith.addf %h, %d : tensor<64x64xf32>
  %t = math.tanh %n : tensor<64x64xf32>
  %s = arith.subf %t, %d : tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// What it is compared with is made in the body that takes them from each other.
// CHECK-LABEL: func.func @fused
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64xf32>)
// CHECK: math.erf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: arith.subf
func.func @fused(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = arith.constant 0.01 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.erf %in : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%h, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %before: f32, %out: f32):
    %0 = arith.addf %in, %d : f32
    %1 = math.erf %0 : f32
    %2 = arith.subf %1, %before : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  %r = linalg.matmul ins(%s, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %q : tensor<64x64xf32>, tensor<64x64xf32>
}
