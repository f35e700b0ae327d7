// A pass that recursed over the graph would run out of a stack of 1 MiB, one
// that is not linear would not end.
// RUN: %python %amp_src/benchmarks/scale.py --generate 100000 --shapes chain > %t.mlir
// RUN: bash -c "ulimit -s 1024 && amp-opt --amp-autocast=f16 --amp-fold-casts %t.mlir -o /dev/null"
// Views of views: 2 seconds of processor time, a walk to the first for each of
// them takes 40.
// RUN: %python %S/../Inputs/product_chain.py views 200000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-autocast=f16 %t.mlir -o /dev/null"
// Globals: 1 second, a search through the module for each load takes 27.
// RUN: %python %S/../Inputs/product_chain.py globals 64000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-autocast=f16 %t.mlir -o /dev/null"
// Values that one loop carries: 4 seconds, 49 where the loop was looked at as a
// whole for each.
// RUN: %python %S/../Inputs/product_chain.py carried 96000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-autocast='f16 signature=convert' %t.mlir -o /dev/null"
// Casts that one body reads: 1 second, 30 where the body was looked at for each.
// RUN: %python %S/../Inputs/product_chain.py summed 24000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-autocast=f16 --amp-fold-casts %t.mlir -o /dev/null"
// Rows on their way out of as many loops: 5 seconds, over 80 where each looked at
// all of them. Out of one function: 1 second, over 20 and 7 GB and more where it
// got its results one by one.
// RUN: %python %S/../Inputs/product_chain.py loops 48000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-instrument %t.mlir -o /dev/null"
// RUN: %python %S/../Inputs/product_chain.py returned 24000 > %t.mlir
// RUN: bash -c "ulimit -s 1024 -t 20 && amp-opt --amp-instrument %t.mlir -o /dev/null"
// UNSUPPORTED: asan
// REQUIRES: shell-tools

// The chain is what it says: contractions between ops of every category.
// RUN: %python %amp_src/benchmarks/scale.py --generate 20 --shapes chain | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=SMALL
// SMALL: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>) outs({{.*}} : tensor<16x16xf32>)
// SMALL: math.exp {{.*}} : tensor<16x16xf32>
// SMALL: linalg.matmul ins({{.*}} : tensor<16x16xf16>, tensor<16x16xf16>) outs({{.*}} : tensor<16x16xf32>)
