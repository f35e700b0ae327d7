// One value that 32000 products read: what the other choice would cost is asked
// for each of them. 3 seconds of processor time; 27 where each of them walked
// over all reads.
// RUN: %python %amp_src/benchmarks/scale.py --generate 128000 --shapes wide > %t.mlir
// RUN: bash -c "ulimit -t 20 && amp-opt --amp-autocast='f16 report=%t.json' %t.mlir -o /dev/null"
// RUN: FileCheck %s < %t.json
// CHECK: "ops"
// UNSUPPORTED: asan
// REQUIRES: shell-tools
