// A table of measured configurations: the nearest entry of the same chip, type and
// layout whose configuration fits; without one the model of the chip chooses.
// RUN: amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%S/Inputs/gemm-table.mlir" --amp-tensor-core-audit 2>&1 >/dev/null | FileCheck %s
// RUN: amp-opt %s --amp-emit-contraction-kernels="chip=sm_90a table=%S/Inputs/gemm-table.mlir" --amp-tensor-core-audit 2>&1 >/dev/null | FileCheck %s --check-prefix=HOPPER

// The compiler's own table parses.
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 -o /dev/null
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.none" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '[{chip = "sm_80", layout = "kn", device = "d"}]' > %t.bad
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.bad" 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: echo '{}' > %t.dict
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.dict" 2>&1 | FileCheck %s --check-prefix=DICT
// RUN: printf '// A comment\n[\n {chip = "sm_80",\n  layout =},\n]' > %t.syntax
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.syntax" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: printf '[] x' > %t.rest
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.rest" 2>&1 | FileCheck %s --check-prefix=REST
// RUN: printf '\n\nnonsense' > %t.word
// RUN: not amp-opt %s --amp-emit-contraction-kernels="chip=sm_80 table=%t.word" 2>&1 | FileCheck %s --check-prefix=DICT
// NONE: error: cannot read the table of configurations '{{.*}}.none': No such file
// BAD: .bad:1:2: error: expected 'type' in a table of configurations as benchmarks/tune_gemm.py writes it, got {chip = "sm_80"
// DICT: .{{dict:1|word:3}}:1: error: expected '[': a table of configurations is an array of dictionaries
// SYNTAX-NOT: chip
// SYNTAX: .syntax:4:11: error: expected attribute value
// REST: .rest:1:4: error: expected nothing after ']'

// One step away are `far` in K and `near` in M; the entry of this very size does not fit.
// CHECK: near: linalg.matmul {{.*}} tile 16x64x32, {{.*}} (measured: fastest for 1x64x64x32 on far, 1.50 us)
// HOPPER: near: {{.*}} wgmma.m64n128k16{{.*}} (measured: fastest for 1x64x64x64 on hopper, 3.00 us)
func.func private @near(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: wide: {{.*}} (measured: fastest for 1x128x64x64 on near, 2.25 us)
func.func private @wide(%a: tensor<256x64xf16>, %b: tensor<64x64xf16>, %i: tensor<256x64xf32>) -> tensor<256x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<256x64xf16>, tensor<64x64xf16>) outs(%i : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %c : tensor<256x64xf32>
}

// Another type, and an op that asks for its own.
// CHECK: brain: {{.*}} multiprocessors
func.func private @brain(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}

// CHECK: asks: {{.*}} tile 64x64x32, {{.*}} (set by 'amp.gemm_config')
func.func private @asks(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %i: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.kernel} {
  %c = linalg.matmul {amp.gemm_config = {path = "mma.sync", tile = array<i64: 64, 64, 32>, warps = array<i64: 2, 2>, stages = 3}}
      ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
