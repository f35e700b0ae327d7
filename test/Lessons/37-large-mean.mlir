// A mean over a 512x512 map gave zeros or NaN: the sum and its divisor stay f32,
// the map itself does not (onnxconverter issue 323).
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s -DT=f16
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s -DT=bf16

// CHECK-LABEL: func.func @mean
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<512x512x[[T]]>) outs(%{{.*}} : tensor<f32>)
// CHECK: arith.addf %{{.*}} : f32
// CHECK: %[[D:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.truncf %[[D]]
// CHECK: return
func.func @mean(%x: tensor<512x512xf32>, %c: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 262144.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %0 = linalg.matmul ins(%x, %x : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<512x512xf32>, tensor<512x512xf32>) outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%0 : tensor<512x512xf32>) outs(%f : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  %m = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.divf %in, %n : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  return %1, %m : tensor<512x512xf32>, tensor<f32>
}
