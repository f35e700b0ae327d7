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
/// Most ops between a constant and who asks for it.
static constexpr unsigned kMaxMoves = 3;
/// Most ops of a body that is compared with another.
static constexpr unsigned kMaxBodyOps = 16;

static bool haveEqualAttributes(Operation *a, Operation *b) {
  return a->getRawDictionaryAttrs() == b->getRawDictionaryAttrs() &&
         (a->getPropertiesStorageSize() == 0 ||
          a->getName().compareOpProperties(a->getPropertiesStorage(),
                                           b->getPropertiesStorage()));
}

/// Whether two operands of `a` are one value where those of `b` are.
static bool haveEqualPatterns(ArrayRef<OpOperand> a, ArrayRef<OpOperand> b) {
  for (size_t i = 1; i < a.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if ((a[j].get() == a[i].get()) != (b[j].get() == b[i].get()))
        return false;
  return true;
}

static bool haveEqualTypes(ArrayRef<OpOperand> a, ArrayRef<OpOperand> b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].get().getType() != b[i].get().getType())
      return false;
  return true;
}

static bool haveEqualResultTypes(Operation *a, Operation *b) {
  for (unsigned i = 0, e = a->getNumResults(); i < e; ++i)
    if (a->getResult(i).getType() != b->getResult(i).getType())
      return false;
  return true;
}

bool mlir::amp::haveEqualSignatures(Operation *a, Operation *b,
                                    bool typesAside) {
  assert(a->getName() == b->getName() && "expected ops of one name");
  ArrayRef<OpOperand> ofA = a->getOpOperands(), ofB = b->getOpOperands();
  return ofA.size() <= kMaxOperands && ofA.size() == ofB.size() &&
         a->getNumResults() == b->getNumResults() &&
         (typesAside ||
          (haveEqualResultTypes(a, b) && haveEqualTypes(ofA, ofB))) &&
         haveEqualPatterns(ofA, ofB) && haveEqualAttributes(a, b);
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

Operation *mlir::amp::findConstantAbove(Value value) {
  // Most others read something, which is asked at less cost.
  Operation *op = value.getDefiningOp();
  for (unsigned moves = 0; op && op->getNumOperands() != 0; ++moves) {
    if (moves == kMaxMoves)
      return nullptr;
    op = op->getOperand(0).getDefiningOp();
  }
  return op && op->hasTrait<OpTrait::ConstantLike>() ? op : nullptr;
}

bool mlir::amp::haveEqualConstants(Operation *a, Operation *b) {
  for (unsigned i = 0, e = a->getNumOperands(); i < e; ++i) {
    Value ofA = a->getOperand(i), ofB = b->getOperand(i);
    if (ofA != ofB && (findConstantAbove(ofA) || findConstantAbove(ofB)))
      return false;
  }
  return true;
}

unsigned mlir::amp::hashSignature(Operation *op, bool withBody) {
  // Addresses, spread by a multiplication each: asked of every op.
  uint64_t hash = 0;
  auto add = [&](const void *part) {
    constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
    hash = (hash ^ reinterpret_cast<uintptr_t>(part)) * kOdd;
  };
  add(op->getName().getAsOpaquePointer());
  for (OpOperand &operand : op->getOpOperands())
    add(operand.get().getType().getAsOpaquePointer());
  for (OpResult result : op->getOpResults())
    add(result.getType().getAsOpaquePointer());
  if (withBody)
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          add(inner.getName().getAsOpaquePointer());
  return hash >> 32;
}
