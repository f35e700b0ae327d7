//===- Rounding.cpp - One value for all who read what is rounded ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rounding.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

arith::TruncFOp cuda::getMarkedRounding(Value value) {
  auto cast = value.getDefiningOp<arith::TruncFOp>();
  return cast && isPrecisionCast(cast) ? cast : arith::TruncFOp();
}

void cuda::keepRounding(arith::TruncFOp cast) {
  arith::FastMathFlags rest =
      *cast.getFastmath() & ~arith::FastMathFlags::contract;
  if (rest == arith::FastMathFlags::none)
    cast.removeFastmathAttr();
  else
    cast.setFastmath(rest);
}

void cuda::keepStoredRounding(func::FuncOp kernel) {
  // Each with whether others than what leads to the store read it.
  SmallVector<std::pair<Value, bool>> stored;
  for (Value result : kernel.front().getTerminator()->getOperands())
    stored.push_back({result, false});
  DenseSet<Value> seen[2];
  while (!stored.empty()) {
    auto [value, isShared] = stored.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || !isa<FloatType>(getElementTypeOrSelf(value)))
      continue;
    isShared |= !value.hasOneUse();
    if (!seen[isShared].insert(value).second)
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic) {
      // Views and moves of data store what they read.
      for (Value source : op->getOperands())
        if (getElementTypeOrSelf(source) == getElementTypeOrSelf(value))
          stored.push_back({source, isShared});
      continue;
    }
    unsigned number = cast<OpResult>(value).getResultNumber();
    Value yielded = generic.getBody()->getTerminator()->getOperand(number);
    auto element = dyn_cast<BlockArgument>(yielded);
    if (element && element.getOwner() == generic.getBody())
      stored.push_back({generic->getOperand(element.getArgNumber()), isShared});
    else if (arith::TruncFOp cast = getMarkedRounding(yielded);
             cast && isShared)
      keepRounding(cast);
  }
}
