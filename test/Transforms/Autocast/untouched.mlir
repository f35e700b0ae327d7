// What is not f32 is not ours: integers, f64, complex, quantised and sparse
// types, low precision that the model already has, and casts that it holds.
// RUN: amp-opt --amp-autocast="f16 unlisted=ignore" %s | FileCheck %s

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @other_types
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<64x64xf16>, tensor<64x64xf16>) outs(%arg2 : tensor<64x64xf32>)
// CHECK-NOT: arith.{{truncf|extf}}
// CHECK: linalg.matmul ins(%arg3, %arg3 : tensor<64x64xf16>, tensor<64x64xf16>) outs(%arg3 : tensor<64x64xf16>)
// CHECK-NEXT: linalg.matmul ins(%arg4, %arg4 : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%arg2 : tensor<64x64xf32>)
// CHECK-NEXT: linalg.matmul ins(%arg5, %arg5 : tensor<64x64xf64>, tensor<64x64xf64>) outs(%arg5 : tensor<64x64xf64>)
// CHECK-NEXT: linalg.matmul ins(%arg6, %arg6 : tensor<64x64xi32>, tensor<64x64xi32>) outs(%arg6 : tensor<64x64xi32>)
// CHECK-NOT: arith.{{truncf|extf}}
// CHECK: linalg.matmul {{.*}} -> tensor<64x64xcomplex<f32>>
// CHECK-NEXT: linalg.transpose ins(%{{.*}} : tensor<64x64xf32, #{{.*}}>)
// CHECK-NEXT: return
func.func @other_types(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>,
    %h: tensor<64x64xf16>, %b: tensor<64x64xbf16>, %d: tensor<64x64xf64>, %i: tensor<64x64xi32>,
    %z: tensor<64x64xcomplex<f32>>, %q: tensor<64x64x!quant.uniform<i8:f32, 0.5>>, %s: tensor<64x64xf32, #csr>,
    %si: tensor<64x64xindex>)
    -> (tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>, tensor<64x64xf64>, tensor<64x64xi32>, tensor<64x64xcomplex<f32>>, tensor<64x64x!quant.uniform<i8:f32, 0.5>>, tensor<64x64xf32, #csr>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%h, %h : tensor<64x64xf16>, tensor<64x64xf16>) outs(%h : tensor<64x64xf16>) -> tensor<64x64xf16>
  %2 = linalg.matmul ins(%b, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.matmul ins(%d, %d : tensor<64x64xf64>, tensor<64x64xf64>) outs(%d : tensor<64x64xf64>) -> tensor<64x64xf64>
  %4 = linalg.matmul ins(%i, %i : tensor<64x64xi32>, tensor<64x64xi32>) outs(%i : tensor<64x64xi32>) -> tensor<64x64xi32>
  %5 = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %6 = linalg.matmul ins(%z, %z : tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) outs(%z : tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
  %7 = linalg.transpose ins(%s : tensor<64x64xf32, #csr>) outs(%s : tensor<64x64xf32, #csr>) permutation = [1, 0]
  return %0, %1, %2, %3, %4, %6, %q, %7 : tensor<64x64xf32>, tensor<64x64xf16>, tensor<64x64xf32>, tensor<64x64xf64>, tensor<64x64xi32>, tensor<64x64xcomplex<f32>>, tensor<64x64x!quant.uniform<i8:f32, 0.5>>, tensor<64x64xf32, #csr>
}

// A product of f16 and f32 is a legal input: only its f32 side is cast.
// CHECK-LABEL: func.func @mixed_inputs
// CHECK: %[[W:.*]] = arith.truncf %arg1 fastmath<contract>
// CHECK: linalg.matmul ins(%arg0, %[[W]] : tensor<64x64xf16>, tensor<64x64xf16>) outs(%arg2 : tensor<64x64xf32>)
func.func @mixed_inputs(%h: tensor<64x64xf16>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%h, %w : tensor<64x64xf16>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = arith.extf %h : tensor<64x64xf16> to tensor<64x64xf32>
  %1 = linalg.matmul ins(%e, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// A rounding that the model asks for happens as written, to its own type.
// CHECK-LABEL: func.func @user_casts
// CHECK: %[[M:.*]] = linalg.matmul
// CHECK: %[[D:.*]] = arith.truncf %[[M]] : tensor<64x64xf32> to tensor<64x64xbf16>
// CHECK-NEXT: %[[U:.*]] = arith.extf %[[D]] : tensor<64x64xbf16> to tensor<64x64xf32>
// CHECK: arith.extf %{{.*}} : tensor<64x64xf32> to tensor<64x64xf64>
// CHECK-NEXT: return
func.func @user_casts(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf64>) {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xbf16>
  %2 = arith.extf %1 : tensor<64x64xbf16> to tensor<64x64xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = arith.extf %3 : tensor<64x64xf32> to tensor<64x64xf64>
  return %3, %4 : tensor<64x64xf32>, tensor<64x64xf64>
}

// The same inside a body.
// CHECK-LABEL: func.func @user_casts_in_body
// CHECK: linalg.generic
// CHECK: %[[D:.*]] = arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: arith.extf %[[D]] : bf16 to f32
func.func @user_casts_in_body(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.truncf %in : f32 to bf16
    %u = arith.extf %t : bf16 to f32
    linalg.yield %u : f32
  } -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
