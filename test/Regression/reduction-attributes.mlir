// A maximum over a low vector is a new op, which lost what was attached to it.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// CHECK: vector.reduction <maximumf>, %{{.*}} {my.tag = "keep"} : vector<4096xf16> into f16
func.func @main(%x: vector<64x64xf32>, %w: vector<64x64xf32>) -> f32 {
  %z = arith.constant dense<0.0> : vector<64x64xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %w, %z : vector<64x64xf32>, vector<64x64xf32> into vector<64x64xf32>
  %s = vector.shape_cast %1 : vector<64x64xf32> to vector<4096xf32>
  %r = vector.reduction <maximumf>, %s {my.tag = "keep"} : vector<4096xf32> into f32
  return %r : f32
}
