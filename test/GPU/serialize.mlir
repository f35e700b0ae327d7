// PTX of each family of chips: the tensor-core instruction, f32 accumulators,
// dynamic shared memory that is external and aligned for the swizzle.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 "--amp-serialize-gpu-kernels=chip=sm_80 dump=%t.80" -o %t.80.mlir
// RUN: FileCheck %s --input-file=%t.80/plain_module.ptx --check-prefix=AMPERE
// RUN: FileCheck %s --input-file=%t.80.mlir --check-prefix=BINARY
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a "--amp-serialize-gpu-kernels=chip=sm_90a dump=%t.90" -o %t.90.mlir
// RUN: FileCheck %s --input-file=%t.90/plain_module.ptx --check-prefix=HOPPER

// AMPERE-NOT: .f16.f16.f16
// AMPERE: .target sm_80
// AMPERE: .extern .shared .align 1024 .b8 plain_shared[];
// AMPERE: cp.async.cg.shared.global
// AMPERE: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// AMPERE: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// AMPERE-NOT: .f16.f16.f16

// BINARY: gpu.binary @plain_module
// BINARY-SAME: amp.launch

// HOPPER: .target sm_90a
// HOPPER: setmaxnreg.inc.sync.aligned.u32
// HOPPER: wgmma.mma_async.sync.aligned.m64n{{[0-9]+}}k16.f32.f16.f16
// HOPPER: stmatrix.sync.aligned.m8n8.x4.shared.b16
// HOPPER: cp.async.bulk.tensor.2d.global.shared::cta
// HOPPER: setmaxnreg.dec.sync.aligned.u32
// HOPPER: cp.async.bulk.tensor.2d.shared::{{.*}}.global
func.func private @plain(%a: tensor<256x128xf16>, %b: tensor<128x256xf16>) -> tensor<256x256xf16> attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %c = linalg.matmul ins(%a, %b : tensor<256x128xf16>, tensor<128x256xf16>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  %t = arith.truncf %c : tensor<256x256xf32> to tensor<256x256xf16>
  return %t : tensor<256x256xf16>
}
