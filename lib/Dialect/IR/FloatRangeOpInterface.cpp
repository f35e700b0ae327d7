//===- FloatRangeOpInterface.cpp - Relations between elements -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

#include "AmpDialect/IR/FloatRangeOpInterface.cpp.inc"

/// Copies and reductions between a value and what it is compared with: a
/// reduction, a reshape or two, a broadcast. Bounds the cost of a comparison.
static constexpr unsigned kMaxRelationSteps = 8;

/// True if, for every index i of the space of `other`, some symbols make
/// `map(i)` the index `other(i)`.
static bool coversIndex(AffineMap map, AffineMap other, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (map.getNumResults() != other.getNumResults())
    return false;
  llvm::SmallVector<AffineExpr, 4> seen;
  for (auto [k, expr] : llvm::enumerate(map.getResults())) {
    if (shaped && shaped.hasRank() && shaped.getDimSize(k) == 1)
      continue;
    if (isa<AffineSymbolExpr>(expr)) {
      // One symbol for two dimensions is a diagonal.
      if (llvm::is_contained(seen, expr))
        return false;
      seen.push_back(expr);
      continue;
    }
    if (expr != other.getResult(k))
      return false;
  }
  return true;
}

/// True if the relations of `from` lead up to `to`, indices left aside.
static bool leadsTo(Value from, Value to) {
  for (unsigned step = 0; from != to; ++step) {
    auto result = dyn_cast<OpResult>(from);
    auto op = result ? dyn_cast<FloatRangeOpInterface>(result.getOwner())
                     : FloatRangeOpInterface();
    if (!op || step + 1 == kMaxRelationSteps)
      return false;
    std::optional<unsigned> source =
        op.getElementSource(result.getResultNumber());
    if (!source || *source >= op->getNumOperands())
      return false;
    from = op->getOperand(*source);
  }
  return true;
}

std::optional<ElementOrigin> mlir::amp::findOrigin(Value value, AffineMap map) {
  auto result = dyn_cast<OpResult>(value);
  auto op = result ? dyn_cast<FloatRangeOpInterface>(result.getOwner())
                   : FloatRangeOpInterface();
  if (!op)
    return std::nullopt;
  std::optional<ElementRelation> relation =
      op.getElementRelation(result.getResultNumber());
  if (!relation || !relation->map ||
      relation->map.getNumDims() != map.getNumResults() ||
      relation->operand >= op->getNumOperands())
    return std::nullopt;
  return ElementOrigin{relation->kind, op->getOperand(relation->operand),
                       relation->map.compose(map)};
}

/// Walks up from `from` and says how it compares with `to`: Equal, AtLeast or
/// Unknown.
static ValueOrder traceTo(Value from, AffineMap fromMap, Value to,
                          AffineMap toMap,
                          llvm::function_ref<FloatRange(Value)> lookup) {
  using Kind = ElementRelation::Kind;
  if (!leadsTo(from, to))
    return ValueOrder::Unknown;
  Kind kind = Kind::Copy;
  for (unsigned step = 0; step < kMaxRelationSteps; ++step) {
    if (from == to && coversIndex(fromMap, toMap, to.getType())) {
      if (kind == Kind::Copy)
        return ValueOrder::Equal;
      if (kind == Kind::Maximum)
        return ValueOrder::AtLeast;
      // NaN makes the sum NaN, which no order is claimed for.
      FloatRange part = lookup(to);
      return part.hasFinite() && part.lower >= 0 && !part.mayBeNegInf
                 ? ValueOrder::AtLeast
                 : ValueOrder::Unknown;
    }
    std::optional<ElementOrigin> origin = findOrigin(from, fromMap);
    if (!origin || (origin->kind != Kind::Copy && kind != Kind::Copy &&
                    origin->kind != kind))
      return ValueOrder::Unknown;
    if (origin->kind != Kind::Copy)
      kind = origin->kind;
    fromMap = origin->map;
    from = origin->operand;
  }
  return ValueOrder::Unknown;
}

Value mlir::amp::getUnwidened(Value value) {
  while (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  return value;
}

bool mlir::amp::areRelated(Value a, Value b) {
  a = getUnwidened(a);
  b = getUnwidened(b);
  return leadsTo(a, b) || leadsTo(b, a);
}

ValueOrder
mlir::amp::compareElements(Value a, AffineMap aMap, Value b, AffineMap bMap,
                           llvm::function_ref<FloatRange(Value)> lookup) {
  a = getUnwidened(a);
  b = getUnwidened(b);
  if (a == b && aMap == bMap)
    return ValueOrder::Equal;
  if (!aMap || !bMap)
    return ValueOrder::Unknown;
  ValueOrder order = traceTo(b, bMap, a, aMap, lookup);
  if (order == ValueOrder::AtLeast)
    return ValueOrder::AtMost;
  if (order == ValueOrder::Equal)
    return order;
  return traceTo(a, aMap, b, bMap, lookup);
}

AffineMap mlir::amp::getElementwiseMap(Type operand, Type result) {
  auto from = dyn_cast<ShapedType>(operand), to = dyn_cast<ShapedType>(result);
  MLIRContext *context = operand.getContext();
  if (!from && !to)
    return AffineMap::get(context);
  if (!from || !to || !from.hasRank() || !to.hasRank() ||
      from.getRank() != to.getRank())
    return AffineMap();
  llvm::SmallVector<AffineExpr, 4> exprs;
  for (int64_t d = 0; d < to.getRank(); ++d)
    exprs.push_back(from.getDimSize(d) == 1 && to.getDimSize(d) != 1
                        ? getAffineConstantExpr(0, context)
                        : getAffineDimExpr(d, context));
  return AffineMap::get(to.getRank(), 0, exprs, context);
}
