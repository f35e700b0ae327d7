// RUN: amp-opt %s --amp-to-nvvm=sm_80 | FileCheck %s
// RUN: amp-opt %s --amp-to-nvvm="sm_80 format=isa"
// RUN: not amp-opt %s --amp-to-nvvm=sm_80
// RUN: amp-compile %s --target=cuda:sm_80 \
// RUN:   -o %t.so
