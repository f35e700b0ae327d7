// The audit names each contraction's instruction, or why there is none and what
// would help.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 --amp-tensor-core-audit 2>&1 >/dev/null | FileCheck %s
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_90a --amp-tensor-core-audit 2>&1 >/dev/null | FileCheck %s --check-prefix=HOPPER

// CHECK: linalg.matmul at {{.*}}: no kernel was written for it
func.func @left_out(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %i: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x16xf16>) outs(%i : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// CHECK: odd: linalg.matmul at {{.*}}: mma.sync.m16n8k16.f32.f16, tile {{[0-9x]+}}, copies of 0 and 16 bytes ({{.*}}); to fix: pad the contiguous loop of K from 33 to 40
// HOPPER: odd: {{.*}}; no wgmma: TMA cannot address the left operand: it is padded, gathered, or its rows are no multiples of 16 bytes (8 elements)
func.func private @odd(%a: tensor<64x33xf16>, %b: tensor<33x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x33xf16>, tensor<33x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: single: linalg.matmul at {{.*}}: fma, {{.*}} (multiplies f32, tensor cores take f16 and bf16; {{.*}}); to fix: convert with amp-autocast
func.func private @single(%a: tensor<64x32xf32>, %b: tensor<32x64xf32>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: good: linalg.matmul at {{.*}}: mma.sync.m16n8k16.f32.bf16
// HOPPER: good: {{.*}}wgmma.m64n{{[0-9]+}}k16.f32.bf16
func.func private @good(%a: tensor<64x32xbf16>, %b: tensor<32x64xbf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x32xbf16>, tensor<32x64xbf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// 135168 + 131072 of 401408: what is left out counts too.
// CHECK: 66.33 % of 4.014e+05 multiply-adds on tensor cores
