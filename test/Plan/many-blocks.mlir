// Arguments of 100,000 blocks in one function: 2 seconds of processor time, 20
// where the blocks before each are counted.
// REQUIRES: shell-tools
// RUN: %python %S/../Inputs/product_chain.py blocks 100000 > %t.mlir
// RUN: bash -c "ulimit -t 15 && amp-opt --amp-autocast='f16 save-plan=%t.plan' %t.mlir -o /dev/null"
// RUN: FileCheck %s < %t.plan
// UNSUPPORTED: asan
// CHECK: @main/r0.b99999/arg#0
