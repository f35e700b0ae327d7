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
/// Most ops of a body that is compared with another.
static constexpr unsigned kMaxBodyOps = 16;

static bool haveEqualAttributes(Operation *a, Operation *b) {
  return a->getRawDictionaryAttrs() == b->getRawDictionaryAttrs() &&
         (a->getPropertiesStorageSize() == 0 ||
          a->getName().compareOpProperties(a->getPropertiesStorage(),
                                           b->getPropertiesStorage()));
}

bool mlir::amp::haveEqualSignatures(Operation *a, Operation *b) {
  assert(a->getName() == b->getName() && "expected ops of one name");
  unsigned numOperands = a->getNumOperands();
  unsigned numResults = a->getNumResults();
  if (numOperands > kMaxOperands || b->getNumOperands() != numOperands ||
      b->getNumResults() != numResults)
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
  return haveEqualAttributes(a, b);
}

namespace {

/// Two blocks, walked side by side.
class BlockComparison {
public:
  BlockComparison(Block &a, Block &b) : a(a), b(b) {}

  bool areEqual() {
    return llvm::equal(a.getArgumentTypes(), b.getArgumentTypes()) &&
           llvm::equal(a, b, [&](Operation &ofA, Operation &ofB) {
             return isSame(&ofA, &ofB);
           });
  }

private:
  bool isSame(Operation *ofA, Operation *ofB) {
    if (ops.size() == kMaxBodyOps || ofA->getName() != ofB->getName() ||
        ofA->getNumRegions() != 0 || ofA->getNumSuccessors() != 0 ||
        ofA->getNumOperands() != ofB->getNumOperands() ||
        ofA->getNumResults() != ofB->getNumResults())
      return false;
    for (unsigned i = 0, e = ofA->getNumResults(); i < e; ++i)
      if (ofA->getResult(i).getType() != ofB->getResult(i).getType())
        return false;
    for (unsigned i = 0, e = ofA->getNumOperands(); i < e; ++i)
      if (!isSame(ofA->getOperand(i), ofB->getOperand(i)))
        return false;
    ops.push_back({ofA, ofB});
    return haveEqualAttributes(ofA, ofB);
  }

  bool isSame(Value ofA, Value ofB) {
    if (ofA == ofB) // From outside.
      return true;
    auto argumentA = dyn_cast<BlockArgument>(ofA);
    auto argumentB = dyn_cast<BlockArgument>(ofB);
    if (argumentA && argumentB)
      return argumentA.getOwner() == &a && argumentB.getOwner() == &b &&
             argumentA.getArgNumber() == argumentB.getArgNumber();
    auto resultA = dyn_cast<OpResult>(ofA), resultB = dyn_cast<OpResult>(ofB);
    return resultA && resultB &&
           resultA.getResultNumber() == resultB.getResultNumber() &&
           llvm::is_contained(
               ops, std::pair(resultA.getOwner(), resultB.getOwner()));
  }

  Block &a, &b;
  /// What was found to be the same so far.
  llvm::SmallVector<std::pair<Operation *, Operation *>, kMaxBodyOps> ops;
};

} // namespace

bool mlir::amp::haveEqualBodies(Operation *a, Operation *b) {
  return llvm::equal(
      a->getRegions(), b->getRegions(), [](Region &ofA, Region &ofB) {
        if (ofA.empty() || ofB.empty())
          return ofA.empty() && ofB.empty();
        return ofA.hasOneBlock() && ofB.hasOneBlock() &&
               BlockComparison(ofA.front(), ofB.front()).areEqual();
      });
}

unsigned mlir::amp::hashSignatureAndBody(Operation *op) {
  llvm::SmallVector<const void *, 16> parts = {
      op->getName().getAsOpaquePointer()};
  for (OpOperand &operand : op->getOpOperands())
    parts.push_back(operand.get().getType().getAsOpaquePointer());
  for (OpResult result : op->getOpResults())
    parts.push_back(result.getType().getAsOpaquePointer());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        parts.push_back(inner.getName().getAsOpaquePointer());
  return llvm::hash_combine_range(parts);
}
