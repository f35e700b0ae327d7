// A linear layer with its bias and relu is one kernel; the page shows it.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 --amp-tensor-core-audit 2>&1 >/dev/null | FileCheck %s --check-prefix=AUDIT
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 --amp-verify-precision | FileCheck %s
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a --amp-verify-precision | FileCheck %s --check-prefix=HOPPER
// RUN: amp-gpu-emulate %s | FileCheck %s --check-prefix=RUNS

// AUDIT: layer: linalg.matmul at {{.*}}gpu-kernel.mlir{{.*}}: mma.sync.m16n8k16.f32.f16, tile {{.*}}, copies of 16 and 16 bytes
// AUDIT: 100.00 % of {{.*}} multiply-adds on tensor cores
// CHECK-LABEL: gpu.module @layer_module
// CHECK: llvm.func @layer(%{{.*}}: !llvm.ptr<1> {{.*}}, %{{.*}}: !llvm.ptr<1> {{.*}}, %{{.*}}: !llvm.ptr<1> {{.*}}, %{{.*}}: !llvm.ptr<1>
// CHECK-SAME: amp.launch = {block = array<i64: 128, 1, 1>
// CHECK: nvvm.cp.async.shared.global {{.*}}, 16, cache = cg
// CHECK: nvvm.mma.sync {{.*}} -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: arith.maximumf
// HOPPER: nvvm.wgmma.mma_async {{.*}} D[<f32>, <zero>]
// RUNS: layer: ok

func.func private @layer(%x: tensor<256x512xf16>, %w: tensor<512x256xf16>,
                         %bias: tensor<256xf32>) -> tensor<256x256xf16>
    attributes {amp.kernel} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>)
      -> tensor<256x256xf32>
  %product = linalg.matmul
      ins(%x, %w : tensor<256x512xf16>, tensor<512x256xf16>)
      outs(%init : tensor<256x256xf32>) -> tensor<256x256xf32>
  %low = tensor.empty() : tensor<256x256xf16>
  %result = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                       affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product, %bias : tensor<256x256xf32>, tensor<256xf32>)
      outs(%low : tensor<256x256xf16>) {
  ^bb0(%p: f32, %b: f32, %out: f16):
    %sum = arith.addf %p, %b : f32
    %relu = arith.maximumf %sum, %zero : f32
    %rounded = arith.truncf %relu : f32 to f16
    linalg.yield %rounded : f16
  } -> tensor<256x256xf16>
  return %result : tensor<256x256xf16>
}
