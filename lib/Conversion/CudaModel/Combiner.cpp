//===- Combiner.cpp - How partial results of a reduction merge ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

std::optional<Combiner> cuda::getCombiner(linalg::LinalgOp op) {
  SmallVector<Operation *> chain;
  if (op.getNumDpsInits() != 1 ||
      !matchReduction(op.getRegionOutputArgs(), 0, chain))
    return std::nullopt;
  Operation *combiner = nullptr;
  for (Operation *link : chain) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(link))
      continue;
    if (combiner || link->getNumOperands() != 2 || link->getNumResults() != 1)
      return std::nullopt;
    combiner = link;
  }
  std::optional<TypedAttr> neutral =
      combiner ? arith::getNeutralElement(combiner) : std::nullopt;
  if (!neutral)
    return std::nullopt;
  Type type = op.getRegionOutputArgs()[0].getType();
  if (neutral->getType() == type)
    return Combiner{combiner, *neutral};
  auto value = dyn_cast<FloatAttr>(*neutral);
  auto floatType = dyn_cast<FloatType>(type);
  if (!value || !floatType)
    return std::nullopt;
  APFloat converted = value.getValue();
  bool losesInfo;
  converted.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  return Combiner{combiner, FloatAttr::get(floatType, converted)};
}
