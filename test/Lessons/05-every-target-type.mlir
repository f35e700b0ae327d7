// A layer norm in bf16 got no cast up and failed the type check: the result
// verifies at every target type (apache/tvm issue 12763).
// RUN: amp-opt --amp-autocast=f16 %s | mlir-opt | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | mlir-opt | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @layer_norm
// CHECK: math.rsqrt %{{.*}} : f32
// CHECK: linalg.matmul ins({{.*}} : tensor<64x64x[[T]]>, tensor<64x64x[[T]]>) outs({{.*}} : tensor<64x64xf32>)
func.func @layer_norm(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<64x64xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-8 : f32
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %row: f32, %out: f32):
    %m = arith.divf %row, %n : f32
    %a = arith.subf %in, %m : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.mulf %in, %in : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%q : tensor<64x64xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%d, %v : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%in: f32, %row: f32, %out: f32):
    %m = arith.divf %row, %n : f32
    %p = arith.addf %m, %eps : f32
    %t = math.rsqrt %p : f32
    %a = arith.mulf %in, %t : f32
    linalg.yield %a : f32
  } -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%r, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
