// What is compared was kept high, but where ops hold no casts the body that it
// was looked up in read the copy that a product reads: rounded after all, and
// no longer known to a second conversion as what is compared (seed 9805756).
// RUN: amp-opt %s --amp-autocast="f16 absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 absorb=false" | diff %t -
// RUN: amp-opt %s --amp-autocast="f16 compute=low accumulate=low absorb=false" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-autocast="f16 compute=low accumulate=low absorb=false" | diff %t -

// CHECK-LABEL: func.func @main
// CHECK: %[[CHOSEN:.*]] = scf.if {{.*}} -> (tensor<64x64xf32>)
// CHECK: %[[LOW:.*]] = arith.truncf %[[CHOSEN]]
// CHECK: linalg.generic
// CHECK: tensor.extract %[[CHOSEN]][{{.*}} : tensor<64x64xf32>
// CHECK: arith.cmpf {{.*}} : tensor<4x4xf32>
// CHECK: linalg.matmul ins(%[[LOW]], {{.*}} : tensor<64x64xf16>, tensor<64x64xf16>)
func.func @main(%c: i1, %x: tensor<64x64xf32>) -> (tensor<4x4xi1>, tensor<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %w = arith.constant dense<1.000000e-01> : tensor<64x64xf32>
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %init = tensor.empty() : tensor<4x4xf32>
  %chosen = scf.if %c -> (tensor<64x64xf32>) {
    scf.yield %x : tensor<64x64xf32>
  } else {
    %e = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %e : tensor<64x64xf32>
  }
  %looked = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%init : tensor<4x4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %element = tensor.extract %chosen[%i, %c1] : tensor<64x64xf32>
    linalg.yield %element : f32
  } -> tensor<4x4xf32>
  %less = arith.cmpf olt, %looked, %looked : tensor<4x4xf32>
  %p = linalg.matmul ins(%chosen, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %less, %p : tensor<4x4xi1>, tensor<64x64xf32>
}
