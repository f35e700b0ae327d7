// What a loop updates by index and what it updated it with (the gradient of a
// maximum by index) are elements of one value: compared, neither is rounded.
// RUN: amp-opt --amp-autocast=f16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=bf16 %s | FileCheck %s
// RUN: amp-opt --amp-autocast=f16 %s -o %t.mlir && amp-opt --amp-autocast=f16 %t.mlir | diff %t.mlir -

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @winners(
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[MOST:.*]] = scf.for {{.*}} -> (tensor<4x64xf32>)
// CHECK: %[[AGAIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: tensor.extract %[[MOST]]{{.*}} : tensor<4x64xf32>
// CHECK: arith.cmpf oeq, %[[P]], %[[AGAIN]] : tensor<16x64xf32>
func.func @winners(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>, %rows: tensor<16xindex>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %least = arith.constant dense<-1.0e4> : tensor<4x64xf32>
  %e = tensor.empty() : tensor<16x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  %most = scf.for %i = %c0 to %c16 step %c1 iter_args(%state = %least) -> (tensor<4x64xf32>) {
    %to = tensor.extract %rows[%i] : tensor<16xindex>
    %new = tensor.extract_slice %p[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<1x64xf32>
    %old = tensor.extract_slice %state[%to, 0] [1, 64] [1, 1] : tensor<4x64xf32> to tensor<1x64xf32>
    %larger = arith.maximumf %old, %new : tensor<1x64xf32>
    %next = tensor.insert_slice %larger into %state[%to, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<4x64xf32>
    scf.yield %next : tensor<4x64xf32>
  }
  %again = linalg.generic {indexing_maps = [#row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<16xindex>) outs(%e : tensor<16x64xf32>) {
  ^bb0(%to: index, %out: f32):
    %column = linalg.index 1 : index
    %element = tensor.extract %most[%to, %column] : tensor<4x64xf32>
    linalg.yield %element : f32
  } -> tensor<16x64xf32>
  %wins = arith.cmpf oeq, %p, %again : tensor<16x64xf32>
  %chosen = arith.select %wins, %p, %z : tensor<16x64xi1>, tensor<16x64xf32>
  %r = linalg.matmul ins(%chosen, %w : tensor<16x64xf32>, tensor<64x64xf32>) outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}
