// Machine code for the oldest and the newest chip, in one binary.
// REQUIRES: ptxas
// RUN: amp-opt %amp_src/test/Models/gpt2-layer.mlir --amp-autocast=f16 --amp-to-nvvm="sm_80,sm_90a" | FileCheck %s --input-file=- %s

// CHECK: gpu.binary @amp_kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_80", features = "+ptx80">, {{.*}}bin = "{{.*}}ELF
// CHECK-SAME: chip = "sm_90a"
