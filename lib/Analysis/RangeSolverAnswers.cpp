//===- RangeSolverAnswers.cpp - Ops that need not be asked for ranges -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op said of its operands' ranges is kept for its equals: a module has
// many ops of few kinds. What makes two ops equal depends on what their answers
// depend on (RangeDependence).
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/OpSignature.h"
#include "RangeSolver.h"

using namespace mlir;
using namespace mlir::amp;

bool RangeSolver::Kind::isLikeOthers(Operation *op) const {
  switch (dependence) {
  case RangeDependence::Structure:
    return false;
  case RangeDependence::Order:
    return op->getNumOperands() > 1 &&
           !areRelated(op->getOperand(0), op->getOperand(1));
  case RangeDependence::Copy:
  case RangeDependence::Attributes:
  case RangeDependence::Signature:
    return true;
  }
  llvm_unreachable("unknown dependence");
}

size_t RangeSolver::Kind::getPlace(Operation *op,
                                   ArrayRef<RangeId> operands) const {
  size_t hash = 0;
  if (dependence == RangeDependence::Signature) {
    // Most unknown operands have the same range; their types differ.
    const void *type = op->getResult(0).getType().getAsOpaquePointer();
    hash = reinterpret_cast<uintptr_t>(type) >> 4;
    hash ^= hash >> 5;
  }
  for (RangeId operand : operands)
    hash = 7 * hash + operand;
  return hash % std::tuple_size<decltype(answers)>();
}

std::optional<RangeId>
RangeSolver::Kind::findAnswer(Operation *op, ArrayRef<RangeId> operands) const {
  if (dependence == RangeDependence::Structure)
    return std::nullopt;
  if (dependence == RangeDependence::Copy)
    return operands.front();
  const Answer &answer = answers[getPlace(op, operands)];
  bool isSame =
      answer.asked && answer.asked->getNumOperands() == operands.size() &&
      std::equal(operands.begin(), operands.end(), answer.operands.begin()) &&
      haveEqualSignatures(answer.asked, op, /*typesAside=*/
                          dependence != RangeDependence::Signature) &&
      isLikeOthers(op);
  return isSame ? std::optional<RangeId>(answer.result) : std::nullopt;
}

void RangeSolver::Kind::keepAnswer(Operation *op, ArrayRef<RangeId> operands,
                                   RangeId result) {
  if (op->getNumResults() != 1 || operands.size() > Answer::kMaxOperands ||
      !isLikeOthers(op))
    return;
  Answer &answer = answers[getPlace(op, operands)];
  answer.asked = op;
  llvm::copy(operands, answer.operands.begin());
  answer.result = result;
}
