// The macros of a second model's header vanished without a word: a program had
// the first one's sizes for both.
// REQUIRES: host-cc
// RUN: split-file %s %t
// RUN: amp-compile %t/small.mlir -o %t/small.so
// RUN: amp-compile %t/like-small.mlir -o %t/like-small.so
// RUN: amp-compile %t/large.mlir -o %t/large.so
// RUN: %cc -std=c99 -Wall -Wextra -Werror -pedantic -c -DOTHER='"like-small.h"' %t/program.c -o %t/program.o
// RUN: not %cc -c -DOTHER='"large.h"' %t/program.c -o %t/program.o 2>&1 | FileCheck %s
// CHECK: the sizes of another model are defined: include the header of one model in a source file

//--- small.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
//--- like-small.mlir
func.func @main(%y: tensor<2xf32> loc("y")) -> tensor<2xf32> { return %y : tensor<2xf32> }
//--- large.mlir
func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> { return %x : tensor<1000xf32> }
//--- program.c
#include "small.h"
#include "small.h"
#include OTHER
int main(void) { return AMP_MODEL_INPUT_0_BYTES - AMP_MODEL_OUTPUT_0_BYTES; }
