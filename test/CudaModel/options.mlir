// Options that name what does not exist.
// RUN: not amp-opt %s --amp-to-nvvm=sm_1 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %s --amp-to-nvvm="sm_80 config=3" 2>&1 | FileCheck %s --check-prefix=CONFIG
// RUN: not amp-opt %s --amp-to-nvvm="sm_80 format=exe" 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHIP: unknown chip 'sm_1', expected one of sm_80
// CONFIG: expected config to be a dictionary attribute, got '3'
// FORMAT: Cannot find option named 'exe'
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
