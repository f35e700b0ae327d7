// A PTX text that cannot be written is an error that names it, and no part of it
// stays. The limit on file sizes stands for a full disk.
// REQUIRES: shell-tools
// RUN: rm -rf %t && mkdir %t
// RUN: amp-opt %s --amp-emit-contraction-kernels=chip=sm_80 -o %t/kernels.mlir
// RUN: mkdir %t/full
// RUN: not bash -c "ulimit -f 1; trap '' XFSZ; amp-opt %t/kernels.mlir '--amp-serialize-gpu-kernels=chip=sm_80 dump=%t/full' -o /dev/null" 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: ls %t/full | count 0
// RUN: not amp-opt %t/kernels.mlir "--amp-serialize-gpu-kernels=chip=sm_80 dump=%s" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not amp-opt %t/kernels.mlir "--amp-serialize-gpu-kernels=chip=sm_80 dump=%s/sub" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLDER
// FULL: error: cannot write '{{.*}}full/plain_module.ptx': File too large
// FILE: error: cannot write '{{.*}}serialize-errors.mlir/plain_module.ptx': Not a directory
// FOLDER: error: cannot make the folder '{{.*}}serialize-errors.mlir/sub': Not a directory
func.func private @plain(%a: tensor<256x128xf16>, %b: tensor<128x256xf16>, %c: tensor<256x256xf32>) -> tensor<256x256xf32> attributes {amp.kernel} {
  %r = linalg.matmul ins(%a, %b : tensor<256x128xf16>, tensor<128x256xf16>) outs(%c : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}
