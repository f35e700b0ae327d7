// Many functions, in MLIR's threads or in one: the same text.
// RUN: %python %amp_src/benchmarks/scale.py --generate 4000 --shapes functions > %t.mlir
// RUN: amp-opt --amp-autocast=f16 --amp-fold-casts %t.mlir -o %t.threads.mlir
// RUN: amp-opt --amp-autocast=f16 --amp-fold-casts --mlir-disable-threading %t.mlir -o %t.one.mlir
// RUN: diff %t.threads.mlir %t.one.mlir
// RUN: FileCheck %s --check-prefix=LOW < %t.one.mlir
// LOW: tensor<16x16xf16>

// Loops in loops, 1000 deep. MLIR's parser recurses over regions: 10000 are too many for
// its stack of 8 MiB before any pass runs.
// RUN: %python %amp_src/benchmarks/scale.py --generate 5000 --shapes deep --depth 1000 > %t.deep.mlir
// RUN: amp-opt --amp-autocast=f16 %t.deep.mlir -o /dev/null
// UNSUPPORTED: asan

// Every shape is a module that converts.
// RUN: %python %amp_src/benchmarks/scale.py --generate 200 --shapes diamond | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=LOW
// RUN: %python %amp_src/benchmarks/scale.py --generate 200 --shapes wide | amp-opt --amp-autocast=f16 | FileCheck %s --check-prefix=LOW
