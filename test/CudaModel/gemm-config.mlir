// What an op asks for reaches its kernel through the whole lowering, and must fit;
// what is asked of all ops is left out where it does not.
// RUN: split-file %s %t
// RUN: amp-opt %t/good.mlir --amp-to-nvvm="sm_80 format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: not amp-opt %t/bad.mlir --amp-to-nvvm="sm_80 format=llvm" 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: amp-opt %t/good.mlir --amp-to-nvvm="sm_80 format=llvm config={{path=\"mma.sync\",tile=array<i64:32,32,32>,warps=array<i64:2,2>,stages=9}}" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// GOOD: tile 64x32x64, {{.*}} (set by 'amp.gemm_config')
// GOOD: tile {{[0-9x]+}}, {{.*}} multiprocessors
// BAD: bad.mlir:2:8: error: bad 'amp.gemm_config': 24, expected powers of two
// ALL: warning: runs in another configuration than asked for: bad 'amp.gemm_config': 9 stages, expected 2 to 8
// ALL: tile 64x32x64, {{.*}} (set by 'amp.gemm_config')
// ALL: tile {{[0-9x]+}}, {{.*}} multiprocessors

//--- good.mlir
func.func @main(%x: tensor<64x64xf16>, %w: tensor<64x64xf16>, %v: tensor<64x96xf16>, %i: tensor<64x64xf32>, %j: tensor<64x96xf32>)
    -> (tensor<64x64xf32>, tensor<64x96xf32>) {
  %0 = linalg.matmul {amp.gemm_config = {path = "mma.sync", tile = array<i64: 64, 32, 64>, warps = array<i64: 2, 2>}}
      ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%x, %v : tensor<64x64xf16>, tensor<64x96xf16>) outs(%j : tensor<64x96xf32>) -> tensor<64x96xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x96xf32>
}

//--- bad.mlir
func.func @main(%x: tensor<64x64xf16>, %w: tensor<64x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul {amp.gemm_config = {path = "mma.sync", tile = array<i64: 64, 64, 24>, warps = array<i64: 2, 2>}}
      ins(%x, %w : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
