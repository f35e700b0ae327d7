// A square of what a delicate op makes is one of decays, and stays f32, whether or
// not the module has a sum: the first conversion narrows the one that it has.
// RUN: amp-opt %s --amp-autocast="bf16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="bf16 absorb=false" | diff %t -

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @narrowed
// CHECK: arith.addf {{.*}} : tensor<4x4xbf16>
func.func @narrowed(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %w = arith.constant dense<0.5> : tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = arith.addf %p, %w : tensor<4x4xf32>
  %r = linalg.matmul ins(%s, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @decay
// CHECK: linalg.square ins(%{{.*}} : tensor<4x8xf32>)
func.func @decay() -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %small = arith.constant dense<1.0e-5> : tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
         ins(%small : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %two = arith.constant 2 : i32
    %v = math.fpowi %in, %two : f32, i32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %s = linalg.square ins(%d : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %r = linalg.matmul ins(%one, %d : tensor<4x4xf32>, tensor<4x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.matmul ins(%one, %s : tensor<4x4xf32>, tensor<4x8xf32>) outs(%zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %q : tensor<4x8xf32>, tensor<4x8xf32>
}
