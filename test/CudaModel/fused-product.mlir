// A product whose body is one math.fma runs on tensor cores, in whole models too.
// RUN: amp-opt %s --amp-to-nvvm="chip=sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s
// CHECK: contraction_0: linalg.generic {{.*}} wgmma.m64n64k16.f32.f16
func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = math.fma %0, %1, %o : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
