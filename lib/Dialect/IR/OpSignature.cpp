//===- OpSignature.cpp - Ops that answer alike ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/OpSignature.h"

using namespace mlir;

/// Operands are compared in pairs.
static constexpr unsigned kMaxOperands = 8;

bool mlir::amp::haveEqualSignatures(Operation *a, Operation *b) {
  assert(a->getName() == b->getName() && "expected ops of one name");
  unsigned numOperands = a->getNumOperands();
  unsigned numResults = a->getNumResults();
  if (numOperands > kMaxOperands || b->getNumOperands() != numOperands ||
      b->getNumResults() != numResults ||
      a->getRawDictionaryAttrs() != b->getRawDictionaryAttrs())
    return false;
  for (unsigned i = 0; i < numResults; ++i)
    if (a->getResult(i).getType() != b->getResult(i).getType())
      return false;
  for (unsigned i = 0; i < numOperands; ++i) {
    Value ofA = a->getOperand(i), ofB = b->getOperand(i);
    if (ofA.getType() != ofB.getType())
      return false;
    for (unsigned j = 0; j < i; ++j)
      if ((a->getOperand(j) == ofA) != (b->getOperand(j) == ofB))
        return false;
  }
  return a->getPropertiesStorageSize() == 0 ||
         a->getName().compareOpProperties(a->getPropertiesStorage(),
                                          b->getPropertiesStorage());
}
