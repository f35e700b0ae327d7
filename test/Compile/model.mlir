// A compiled model is called from C through the header written beside it:
// results, what the interface tells, threads, errors of every kind.
// REQUIRES: host-cc
// RUN: amp-compile %s --entry=linear -o %t.so
// RUN: %cc -std=c99 -Wall -Wextra -Werror -pedantic -DHEADER='"%t.h"' %S/Inputs/model.c %t.so -lm -lpthread -Wl,-rpath,/ -o %t.exe
// RUN: %t.exe | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=HEADER < %t.h

// OUT: cpu, 3 inputs, 1 outputs
// OUT-NEXT: input 0: x, type 2, 2x3
// OUT-NEXT: result: 8 15 8 15
// OUT-NEXT: bound: 8 15 8 15
// OUT-NEXT: null: input 0 ('x') is null
// OUT-NEXT: option: unknown option 'color=red': expected threads=N, device=N, graph=0|1 or timing=0|1
// OUT-NEXT: threads: expected threads between 1 and 1024, got 0
// OUT-NEXT: device: 5 a model for the CPU takes host memory alone
// OUT-NEXT: two threads agree

// HEADER: Written by amp-compile
// HEADER: #define AMP_MODEL_ABI_VERSION 1
// HEADER: #define AMP_MODEL_NUM_INPUTS 3
// HEADER: /* input 0: 2x3xf32 x */
// HEADER: #define AMP_MODEL_INPUT_0_TYPE 2
// HEADER: #define AMP_MODEL_INPUT_0_BYTES 24

func.func @linear(%x: tensor<2x3xf32> loc("x"), %w: tensor<3x2xf32> loc("w"),
                  %b: tensor<2xf32> loc("b")) -> tensor<2x2xf32> {
  %empty = tensor.empty() : tensor<2x2xf32>
  %bias = linalg.broadcast ins(%b : tensor<2xf32>) outs(%empty : tensor<2x2xf32>)
    dimensions = [0]
  %0 = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>)
    outs(%bias : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
