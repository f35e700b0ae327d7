// The audit of a whole model: each contraction of the source, for each chip, in the
// compiler's report and as text.
// RUN: amp-opt %s --amp-autocast=f16 --amp-to-nvvm="sm_80,sm_90a format=llvm" --amp-tensor-core-audit -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-compile %s --autocast=f16 --target=cuda:sm_80,sm_90a --kernels=llvm --report=%t.json -o %t.so
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: %python -c "import json, sys; r = json.load(open(sys.argv[1])); print(r['schema'], len(r['ops']) > 0, [c['chip'] for c in r['tensor_cores']])" %t.json | FileCheck %s --check-prefix=READ
// RUN: amp-compile %s --autocast=f16 --target=cuda:sm_90a --kernels=llvm --report=- -o %t.so 2>&1 | FileCheck %s --check-prefix=TABLE

// A module that was converted before has no report of a conversion.
// RUN: amp-compile %s --target=cuda:sm_80 --kernels=llvm --report=%t.plain.json -o %t.so
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.plain.json

// Nothing is written where the compilation fails.
// RUN: rm -f %t.none.json
// RUN: not amp-compile %s --autocast=f16 --target=cuda:sm_80 --entry=missing --report=%t.none.json -o %t.none.so
// RUN: not ls %t.none.json %t.none.so

// CHECK: sm_80 contraction_0: linalg.generic at audit.mlir:{{[0-9]+}}:8: mma.sync.m16n8k16.f32.f16, tile {{[0-9x]+}}, copies of 16 and 16 bytes
// CHECK: sm_80 contraction_1: linalg.generic at audit.mlir:{{[0-9]+}}:8: mma.sync{{.*}}; to fix: pad the contiguous loop of {{K|N}} from 31 to 32
// CHECK: sm_90a contraction_0: {{.*}}: wgmma.m64n64k16.f32.f16
// CHECK: sm_90a contraction_1: {{.*}}: mma.sync{{.*}}no wgmma: TMA cannot address the
// CHECK: sm_80: 100.00 % of {{.*}} multiply-adds on tensor cores; where K and N are multiples of 8: 100.00 % of 2.621e+05
// CHECK: sm_90a: 100.00 % of

// JSON: "model": {
// JSON: "kernels":
// JSON: "tensor_cores": [
// JSON: "chip": "sm_80",
// JSON: "aligned_multiply_adds": 262144,
// JSON-NEXT: "aligned_on_tensor_cores": 262144,
// JSON: "path": "@main/linalg.matmul#0",
// JSON-NEXT: "op": "linalg.matmul",
// JSON: "kernel": "contraction_0",
// JSON-NEXT: "instruction": "mma.sync.m16n8k16.f32.f16",
// JSON: "multiply_adds": 262144,
// JSON: "chip": "sm_90a",
// READ: 1 True ['sm_80', 'sm_90a']
// TABLE: mixed precision: f32 -> f16
// TABLE: sm_90a: 100.00 % of
// PLAIN: "schema": 1,
// PLAIN: "tensor_cores": [
// PLAIN: "on_tensor_cores": 0,
// PLAIN: "tensor_core": false,
// PLAIN-NEXT: "reason": "multiplies f32, tensor cores take f16 and bf16
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x31xf32>) -> (tensor<64x64xf32>, tensor<64x31xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x64xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64x31xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x31xf32>) -> tensor<64x31xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<64x64xf32>, tensor<64x31xf32>) outs(%i1 : tensor<64x31xf32>) -> tensor<64x31xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x31xf32>
}
