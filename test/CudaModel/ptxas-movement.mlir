// A transpose reads and writes 16 bytes at a time, through shared memory, and so
// does one of 8-bit floats; kernels of split rows and of these do not spill.
// REQUIRES: ptxas
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_80 | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_90a format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_90a | FileCheck %s
// RUN: amp-opt %S/Inputs/group-norm.mlir --amp-to-nvvm="sm_80 format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_80 | FileCheck %s --check-prefix=NORM
// RUN: amp-opt %S/float8.mlir --amp-to-nvvm="sm_90a format=isa" | %python %S/Inputs/ptxas.py %ptxas sm_90a | FileCheck %s --check-prefix=FLOAT8

// CHECK-LABEL: .entry pointwise_0
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: bar{{.*}}sync
// CHECK: st.global{{.*}}.v4.b32
// NORM: .entry rows_0
// NORM: .entry rows_1
// NORM: .entry pointwise_0
// FLOAT8: .entry
// FLOAT8: st.shared.v4.b32
func.func @main(%x: tensor<256x128xf16>, %y: tensor<128x256xf16>) -> tensor<128x256xf16> {
  %e = tensor.empty() : tensor<128x256xf16>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<256x128xf16>, tensor<128x256xf16>) outs(%e : tensor<128x256xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %1 = arith.addf %a, %b : f16
    linalg.yield %1 : f16
  } -> tensor<128x256xf16>
  return %0 : tensor<128x256xf16>
}
