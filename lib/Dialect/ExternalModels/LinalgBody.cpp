//===- LinalgBody.cpp - What a structured op's body computes --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar ops of a body are judged through MixedPrecisionOpInterface, so
// that a category is declared in one place for tensors and for scalars alike.
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "BodyValueMap.h"
#include "ModelUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
using Mask = LinalgBodyInfo::Mask;

/// What one scalar of the body descends from.
struct Scalar {
  /// Arguments it depends on.
  Mask arguments = 0;
  /// Those other than through an exponential, which is no zero; and those of
  /// them in a sum that may cancel.
  Mask zeros = 0, sums = 0;
  /// Those other than through a sine or a step.
  Mask numbers = 0;
  /// A delicate op on full-size data lies on the way.
  bool delicate = false;
  /// It is an argument or a captured element, unchanged.
  bool moved = false;
};

class BodyScan {
public:
  BodyScan(linalg::LinalgOp op, Mask small, bool reduces)
      : op(op), inputs(getNumInputs(op)), small(small), reduces(reduces) {}
  LinalgBodyInfo run();

private:
  Scalar get(Value value) const {
    const Scalar *known = scalars.find(value);
    return known ? *known : Scalar();
  }
  void scan(Operation &inner);
  void noteDelicate(Scalar &result, Mask cause);
  void noteSum(Operation &inner);
  void notePole(Operation &inner, Scalar &result);
  ResultCombiner getCombiner(unsigned index, Value yielded);
  void findContraction(Value yielded, BlockArgument out);

  linalg::LinalgOp op;
  unsigned inputs;
  Mask small;
  bool reduces;
  /// What the interface says of the op at hand; kept for its storage.
  OpPrecisionInfo said;
  LinalgBodyInfo info;
  BodyValueMap<Scalar> scalars;
  /// Arguments of which whole numbers are made.
  Mask rounded = 0;
  /// A logarithm is taken of something.
  bool anyLogarithm = false;
};
} // namespace

/// The usual scalar is tried before the interfaces, which cost a search.
static bool isFloatType(Type type) {
  return isa<Float32Type>(type) || isa<FloatType>(type);
}
static bool isShapedType(Type type) {
  return !isa<Float32Type>(type) && isa<ShapedType>(type);
}

void BodyScan::noteDelicate(Scalar &result, Mask cause) {
  // A delicate op on statistics alone (rsqrt of a variance) leaves the data
  // that its value scales untouched.
  if (cause & ~small) {
    info.delicateData |= cause;
    result.delicate = true;
  } else {
    info.delicateParameters |= cause;
  }
}

/// An op of several data inputs that is no product averages their errors.
void BodyScan::noteSum(Operation &inner) {
  Mask data = ~small & (LinalgBodyInfo::bit(inputs) - 1), all = 0;
  unsigned terms = 0;
  for (Value operand : inner.getOperands()) {
    Mask mask = get(operand).arguments & data;
    terms += mask != 0;
    all |= mask;
  }
  if (terms > 1)
    info.summands |= all;
}

/// Whether `value` is a square or a magnitude.
static bool isNonNegative(Value value) {
  Operation *def = value.getDefiningOp();
  return isa_and_present<math::AbsFOp, math::ExpOp, math::SqrtOp>(def) ||
         (isa_and_present<arith::MulFOp>(def) &&
          def->getOperand(0) == def->getOperand(1));
}

/// A sum of data and a positive constant (an epsilon) does not cancel, nor one
/// of squares.
static bool mayCancel(Operation &inner) {
  if (!isa<arith::AddFOp>(inner))
    return true;
  return llvm::none_of(inner.getOperands(),
                       [](Value operand) {
                         FloatAttr constant;
                         return matchPattern(operand, m_Constant(&constant)) &&
                                !constant.getValue().isNegative();
                       }) &&
         !llvm::all_of(inner.getOperands(), isNonNegative);
}

/// Follows what may be zero before a pole.
void BodyScan::notePole(Operation &inner, Scalar &result) {
  for (auto [role, operand] : llvm::zip(said.operands, inner.getOperands())) {
    if (role.pole == PoleKind::None)
      continue;
    Scalar scalar = get(operand);
    bool isRoot = role.pole == PoleKind::OfRoot;
    info.poles |= isRoot ? scalar.sums : scalar.zeros;
    info.roots |= isRoot ? scalar.zeros : 0;
    info.polesBehindSum |=
        role.pole == PoleKind::BehindSum ? scalar.zeros : scalar.sums;
  }
  if (bool(said.traits & NumericTraits::Exponential))
    result.zeros = result.sums = 0;
  else if (bool(said.traits & NumericTraits::Logarithm) ||
           (bool(said.traits & NumericTraits::Difference) && mayCancel(inner)))
    result.sums = result.zeros;
}

void BodyScan::scan(Operation &inner) {
  Scalar result;
  for (Value operand : inner.getOperands()) {
    Scalar scalar = get(operand);
    result.arguments |= scalar.arguments;
    result.delicate |= scalar.delicate;
    result.zeros |= scalar.zeros;
    result.sums |= scalar.sums;
    result.numbers |= scalar.numbers;
  }
  bool isFloat = llvm::any_of(inner.getResultTypes(), isFloatType);
  bool readsTensor = llvm::any_of(inner.getOperandTypes(), isShapedType);
  auto iface = isFloat ? dyn_cast<MixedPrecisionOpInterface>(&inner)
                       : MixedPrecisionOpInterface();
  // A cast of the user's is part of the data's meaning, not a delicate step.
  auto isCast = [&] { return isa<CastOpInterface>(inner); };
  if (iface) {
    // Category and traits in one question; a scalar op answers alike for any
    // source type.
    iface.getPrecisionInfo(readsTensor ? models::getSourceType(&inner)
                                       : Float32Type::get(inner.getContext()),
                           said);
    info.traits |= said.traits &
                   (NumericTraits::Square | NumericTraits::Product |
                    NumericTraits::Scale | NumericTraits::Exponential |
                    NumericTraits::AbsoluteError | NumericTraits::Difference |
                    NumericTraits::Subtraction | NumericTraits::Rounding);
    notePole(inner, result);
    // A quotient is as good as its divisor.
    bool isDivision = isa<arith::DivFOp>(inner);
    Mask cause =
        isDivision ? get(inner.getOperand(1)).arguments : result.arguments;
    if (said.category == Category::Never && cause && !isCast())
      noteDelicate(result, cause);
    if (said.category != Category::Never && !isDivision &&
        !bool(said.traits & (NumericTraits::Square | NumericTraits::Product)))
      noteSum(inner);
    if (bool(said.traits & NumericTraits::AbsoluteError)) {
      info.absoluteData |= cause;
      result.numbers = 0;
    }
    if (bool(said.traits & NumericTraits::Logarithm)) {
      info.logarithms |= cause & ~small;
      anyLogarithm = true;
    }
    if (bool(said.traits & NumericTraits::Rounding)) {
      rounded |= cause;
      result.numbers = 0;
    }
  } else if (isFloat && result.arguments && inner.getNumOperands() &&
             !isCast()) {
    // An op nobody speaks for.
    if (!isMemoryEffectFree(&inner) || !inner.getRegions().empty() ||
        llvm::any_of(inner.getOperandTypes(), llvm::IsaPred<FloatType>))
      noteDelicate(result, result.arguments);
  }
  // A number that is cut to an integer (an index, a bucket) keeps no digit of
  // it if it was rounded across a step. An i1 is a mask: a choice between data.
  bool makesInteger = llvm::any_of(inner.getResultTypes(), [](Type type) {
    return type.isIndex() || (type.isInteger() && !type.isInteger(1));
  });
  if (makesInteger && llvm::any_of(inner.getOperandTypes(), isFloatType)) {
    info.absoluteData |= result.arguments;
    result.numbers = 0;
  }
  if (isa<arith::CmpFOp>(inner))
    info.traits |= NumericTraits::Comparison;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(inner))
    info.integers |= result.arguments;
  // A captured element (tensor.extract) arrives unchanged, and what an earlier
  // conversion cast is what it cast.
  result.moved = isPrecisionCast(&inner) ? get(inner.getOperand(0)).moved
                                         : readsTensor && isFloat;
  for (Value value : inner.getResults())
    scalars[value] = result;
}

/// Peels user casts off `value`.
static Value stripCasts(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(def))
      break;
    value = def->getOperand(0);
  }
  return value;
}

ResultCombiner BodyScan::getCombiner(unsigned index, Value yielded) {
  Block *body = op.getBlock();
  unsigned argument = inputs + index;
  BlockArgument out = body->getArgument(argument);
  if (out.use_empty() && yielded != out)
    return ResultCombiner::None;
  if (!reduces)
    return ResultCombiner::Elementwise;
  Operation *combine = stripCasts(yielded).getDefiningOp();
  if (!combine)
    return ResultCombiner::Order;
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp>(combine)) {
    // Of the running value itself: max(out + x, 0) is a sum.
    for (unsigned side = 0; side < 2; ++side)
      if (stripCasts(combine->getOperand(side)) == out &&
          !(get(combine->getOperand(1 - side)).arguments &
            LinalgBodyInfo::bit(argument)))
        return ResultCombiner::Order;
    return ResultCombiner::Additive;
  }
  // select(cmp(new, old), new, old)
  if (auto select = dyn_cast<arith::SelectOp>(combine)) {
    Value a = stripCasts(select.getTrueValue());
    Value b = stripCasts(select.getFalseValue());
    bool direct = llvm::all_of(ArrayRef<Value>{a, b}, [](Value value) {
      return isa<BlockArgument>(value);
    });
    if (direct)
      return ResultCombiner::Order;
  }
  return ResultCombiner::Additive;
}

/// The factors of the product that `yielded` adds to `out` or takes from it.
static std::pair<Value, Value> findFactors(Value yielded, BlockArgument out) {
  Operation *combine = stripCasts(yielded).getDefiningOp();
  if (auto fma = dyn_cast_if_present<math::FmaOp>(combine)) {
    if (stripCasts(fma.getC()) == out)
      return {fma.getA(), fma.getB()};
    return {};
  }
  if (!isa_and_present<arith::AddFOp, arith::SubFOp>(combine))
    return {};
  Value product;
  if (stripCasts(combine->getOperand(0)) == out)
    product = combine->getOperand(1);
  else if (isa<arith::AddFOp>(combine) &&
           stripCasts(combine->getOperand(1)) == out)
    product = combine->getOperand(0);
  else
    return {};
  auto mul = stripCasts(product).getDefiningOp<arith::MulFOp>();
  return mul ? std::pair(mul.getLhs(), mul.getRhs())
             : std::pair<Value, Value>();
}

void BodyScan::findContraction(Value yielded, BlockArgument out) {
  auto [lhs, rhs] = findFactors(yielded, out);
  if (!lhs)
    return;
  // The factors' data arguments; parameters may scale either side.
  Mask a = get(lhs).arguments, b = get(rhs).arguments;
  if (auto arg = dyn_cast<BlockArgument>(stripCasts(lhs)))
    a = LinalgBodyInfo::bit(arg.getArgNumber());
  if (auto arg = dyn_cast<BlockArgument>(stripCasts(rhs)))
    b = LinalgBodyInfo::bit(arg.getArgNumber());
  if (!a || !b || (a & b))
    return;
  info.contracted = a | b;
  info.factors[0] = a;
  info.factors[1] = b;
  info.product = lhs.getType();
}

LinalgBodyInfo BodyScan::run() {
  Block *body = op.getBlock();
  for (BlockArgument argument : body->getArguments()) {
    Scalar scalar;
    scalar.arguments = LinalgBodyInfo::bit(argument.getArgNumber());
    scalar.zeros = scalar.numbers = scalar.arguments;
    scalar.moved = true;
    scalars[argument] = scalar;
  }
  for (Operation &inner : getBodyOps(*body))
    scan(inner);

  Operation *yield = body->getTerminator();
  info.movesOnly = yield->getNumOperands() > 0;
  for (auto [index, value] : llvm::enumerate(yield->getOperands())) {
    Scalar scalar = get(value);
    info.movesOnly &= scalar.moved;
    info.numbers |= scalar.numbers;
    info.delicateResult.push_back(scalar.delicate);
    ResultCombiner combiner = getCombiner(index, value);
    info.combiners.push_back(combiner);
    if (!isa<FloatType>(value.getType()))
      continue;
    if (combiner == ResultCombiner::Additive) {
      info.traits |= NumericTraits::AdditiveReduction;
      findContraction(value, body->getArgument(inputs + index));
    } else if (combiner == ResultCombiner::Order) {
      info.traits |= NumericTraits::OrderReduction;
    }
  }
  if (info.movesOnly && !reduces)
    info.traits |= NumericTraits::DataMovement;
  if (bool(info.traits & NumericTraits::Product))
    info.logarithms = 0;
  // A sum with a logarithm (a log-softmax), unless it is more than that.
  constexpr NumericTraits kOthers = NumericTraits::Product |
                                    NumericTraits::Exponential |
                                    NumericTraits::Square;
  if (anyLogarithm && !reduces && !bool(info.traits & kOthers))
    info.traits |= NumericTraits::Logarithm;
  // A number less its whole part keeps what its rounding left of the fraction.
  if (bool(info.traits & NumericTraits::Difference))
    info.absoluteData |= rounded;
  return std::move(info);
}

LinalgBodyInfo amp::analyzeBody(linalg::LinalgOp op, Mask small, bool reduces) {
  return BodyScan(op, small, reduces).run();
}
