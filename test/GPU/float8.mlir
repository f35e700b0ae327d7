// Instructions of 8-bit floats by chip, and what is refused.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a --amp-tensor-core-audit -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SM90A
// RUN: FileCheck %s --check-prefix=HOPPER < %t.mlir
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_89 --amp-tensor-core-audit -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SM89
// RUN: FileCheck %s --check-prefix=ADA < %t.mlir
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 --amp-tensor-core-audit -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SM80
// RUN: not amp-opt %S/Inputs/float8-other.mlir --amp-emit-contraction-kernels --amp-lower-gpu-kernels -o %t.none 2>&1 | FileCheck %s --check-prefix=OTHER

// SM90A: along_k: linalg.matmul at {{.*}}wgmma.m64n32k32.f32.e4m3.e5m2, tile 64x32x128, copies of 16 and 16 bytes
// SM90A: rows: linalg.matmul at {{.*}}mma.sync.m16n8k32.f32.e4m3, {{.*}}copies of 16 and 0 bytes {{.*}}no wgmma: the right operand is not contiguous along K
// SM90A: beside_f16: linalg.matmul at {{.*}}mma.sync.m16n8k16.f32.f16, {{.*}}f8E4M3FN is read as f16
// SM89: along_k: linalg.matmul at {{.*}}mma.sync.m16n8k32.f32.e4m3.e5m2
// SM80: along_k: linalg.matmul at {{.*}}mma.sync.m16n8k16.f32.f16, {{.*}}f8E4M3FN is read as f16; f8E5M2 is read as f16
// OTHER: float8-other.mlir:2:1: error: expected floats of a GPU kernel to be f8E4M3FN, f8E5M2 or of 16 bits and more, got 'f8E4M3FNUZ'

// HOPPER: tensor_maps = [{box = array<i64: 128, 64>, {{.*}}type = f8E4M3FN}, {box = array<i64: 128, 32>, {{.*}}type = f8E5M2}]
// HOPPER: nvvm.wgmma.mma_async {{.*}}, <m = 64, n = 32, k = 32>, D[<f32>, <zero>], A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
// ADA: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
func.func private @along_k(%a: tensor<64x128xf8E4M3FN>, %b: tensor<64x128xf8E5M2>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<64x128xf8E4M3FN>, tensor<64x128xf8E5M2>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

func.func private @rows(%a: tensor<64x128xf8E4M3FN>, %b: tensor<128x64xf8E4M3FN>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x128xf8E4M3FN>, tensor<128x64xf8E4M3FN>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

func.func private @beside_f16(%a: tensor<64x128xf16>, %b: tensor<128x64xf8E4M3FN>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x128xf16>, tensor<128x64xf8E4M3FN>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
