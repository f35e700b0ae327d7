// A comma, which -Wl, splits at, and %, which LLVM puts a digit in the place of, in the
// name of the folder for temporary files, where nothing stays.
// REQUIRES: shell-tools
// RUN: rm -rf "%t,%%41 x" && mkdir -p "%t,%%41 x"
// RUN: env "TMPDIR=%t,%%41 x" amp-compile %s --autocast=f16 --report=%t.json -o %t.so
// RUN: env "TMPDIR=%t,%%41 x" amp-compile %s --target=cuda:sm_80 --kernels=llvm -o %t.so
// RUN: echo "! grep -q math.tanh \"\$1\"" > %t.sh
// RUN: env "TMPDIR=%t,%%41 x" amp-reduce %s --test=/bin/sh --test-arg=%t.sh -o %t.small.mlir
// RUN: env "TMPDIR=%t,%%41 x" PATH=%S/Inputs:/bin:/usr/bin amp-opt %s --amp-view-precision=%t.svg -o /dev/null
// RUN: FileCheck %s --check-prefix=PICTURE --input-file=%t.svg
// PICTURE: digraph precision
// RUN: ls "%t,%%41 x" | count 0
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = math.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
