// Functions whose signature cannot be another: one of LLVM's without results
// crashed the conversion, an async one got the type of what it returns, and
// casts were put into a SPIR-V module.
// RUN: amp-opt %s --amp-autocast=f16 | FileCheck %s
// RUN: amp-opt %s --amp-autocast="f16 assign=fixpoint unlisted=ignore" | FileCheck %s
// CHECK: llvm.func internal @dot(%{{.*}}: vector<16xf32>, %{{.*}}: vector<16xf32>, %{{.*}}: f32, %{{.*}}: !llvm.ptr)
llvm.func internal @dot(%x: vector<16xf32>, %y: vector<16xf32>, %a: f32, %p: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %x, %y, %a : vector<16xf32>, vector<16xf32> into f32
  llvm.store %0, %p : f32, !llvm.ptr
  llvm.return
}
// CHECK: async.func @later(%{{.*}}: tensor<64x64xf32>) -> !async.value<tensor<64x64xf32>>
async.func @later(%x: tensor<64x64xf32>) -> !async.value<tensor<64x64xf32>> {
  async.return %x : tensor<64x64xf32>
}
// CHECK: async.execute -> !async.value<tensor<64x64xf32>>
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} -> tensor<64x64xf32>
// CHECK: async.yield %[[P]] : tensor<64x64xf32>
func.func @execute(%x: tensor<64x64xf32>, %i: tensor<64x64xf32>) -> !async.value<tensor<64x64xf32>> {
  %token, %value = async.execute -> !async.value<tensor<64x64xf32>> {
    %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    async.yield %0 : tensor<64x64xf32>
  }
  return %value : !async.value<tensor<64x64xf32>>
}
// CHECK: spirv.func @negate(%{{.*}}: vector<4xf32>) -> vector<4xf32>
spirv.module Logical GLSL450 {
  spirv.func @negate(%a: vector<4xf32>) -> vector<4xf32> "None" attributes {sym_visibility = "private"} {
    %0 = spirv.FNegate %a : vector<4xf32>
    spirv.ReturnValue %0 : vector<4xf32>
  }
}
