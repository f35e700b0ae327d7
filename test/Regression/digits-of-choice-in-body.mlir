// What a body chooses, no use of the op says: a product with an element of it
// counted as made of constants, and was kept, until it was converted again (found
// by amp-fuzz, instances of tests).
// RUN: amp-opt %s --amp-autocast='bf16 compute=low' -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast='bf16 compute=low' | diff %t -

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @main(
// CHECK: linalg.dot ins(%{{.*}}, %{{.*}} : tensor<8xbf16>, tensor<8xbf16>)
// CHECK: linalg.dot ins(%{{.*}}, %{{.*}} : tensor<8xbf16>, tensor<8xbf16>)
func.func @main(%which: i1, %x: tensor<4x8xf32>) -> (tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %ones = arith.constant dense<1.0> : tensor<64x64xf32>
  %divisors = arith.constant dense<1.0> : tensor<64xf32>
  %few = arith.constant dense<1.0> : tensor<4x8xf32>
  %weights = arith.constant dense<1.0> : tensor<8xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %scaled = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%ones : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %chosen = scf.if %which -> (tensor<4x8xf32>) {
      scf.yield %few : tensor<4x8xf32>
    } else {
      scf.yield %x : tensor<4x8xf32>
    }
    %e = tensor.extract %chosen[%c0, %c0] : tensor<4x8xf32>
    %0 = arith.mulf %in, %e : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %flat = tensor.collapse_shape %scaled [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %row = tensor.extract_slice %flat[0] [8] [1] : tensor<4096xf32> to tensor<8xf32>
  %a = linalg.dot ins(%row, %weights : tensor<8xf32>, tensor<8xf32>) outs(%one : tensor<f32>) -> tensor<f32>
  %b = linalg.dot ins(%weights, %weights : tensor<8xf32>, tensor<8xf32>) outs(%one : tensor<f32>) -> tensor<f32>
  %ratio = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%scaled, %divisors : tensor<64x64xf32>, tensor<64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.divf %in, %by : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %a, %b : tensor<f32>, tensor<f32>
}
