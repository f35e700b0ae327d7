// REQUIRES: ptxas
// RUN: amp-opt %s --amp-to-nvvm=sm_80 | FileCheck %s
