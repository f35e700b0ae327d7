//===- AccumulationOpInterface.cpp ----------------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AccumulationOpInterface.h"

#include "AmpDialect/IR/AccumulationOpInterface.cpp.inc"
