//===- RangesMath.cpp - Ranges of math ops --------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "RangeModels.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectRegistry.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static FloatRange log1p(const FloatRange &a) {
  return range::log(range::add(a, FloatRange::getPoint(1.0)));
}

namespace {
/// a * b + c.
struct FmaRange : FloatRangeOpInterface::ExternalModel<FmaRange, math::FmaOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange product =
        range::multiply(operands[0], operands[1], operands.compare(0, 1, true));
    setResult(0, range::add(product, operands[2]));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};
} // namespace

void amp::registerMathRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    using namespace math;
    ExpOp::attachInterface<UnaryRange<ExpOp, range::exp>>(*context);
    Exp2Op::attachInterface<UnaryRange<Exp2Op, monotone<std::exp2>>>(*context);
    ExpM1Op::attachInterface<UnaryRange<ExpM1Op, monotone<std::expm1>>>(
        *context);
    LogOp::attachInterface<UnaryRange<LogOp, range::log>>(*context);
    Log1pOp::attachInterface<UnaryRange<Log1pOp, log1p>>(*context);
    TanhOp::attachInterface<UnaryRange<TanhOp, range::tanh>>(*context);
    ErfOp::attachInterface<UnaryRange<ErfOp, monotone<std::erf>>>(*context);
    AtanOp::attachInterface<UnaryRange<AtanOp, monotone<std::atan>>>(*context);
    CbrtOp::attachInterface<UnaryRange<CbrtOp, monotone<std::cbrt>>>(*context);
    CeilOp::attachInterface<UnaryRange<CeilOp, rounded<std::ceil>>>(*context);
    FloorOp::attachInterface<UnaryRange<FloorOp, rounded<std::floor>>>(
        *context);
    RoundOp::attachInterface<UnaryRange<RoundOp, rounded<std::round>>>(
        *context);
    RoundEvenOp::attachInterface<
        UnaryRange<RoundEvenOp, rounded<std::nearbyint>>>(*context);
    TruncOp::attachInterface<UnaryRange<TruncOp, rounded<std::trunc>>>(
        *context);
    SqrtOp::attachInterface<UnaryRange<SqrtOp, range::sqrt>>(*context);
    RsqrtOp::attachInterface<UnaryRange<RsqrtOp, range::rsqrt>>(*context);
    SinOp::attachInterface<UnaryRange<SinOp, range::sine>>(*context);
    CosOp::attachInterface<UnaryRange<CosOp, range::sine>>(*context);
    AbsFOp::attachInterface<UnaryRange<AbsFOp, range::absolute>>(*context);
    AbsIOp::attachInterface<UnaryRange<AbsIOp, range::absolute>>(*context);
    FPowIOp::attachInterface<BinaryRange<FPowIOp, range::power>>(*context);
    PowFOp::attachInterface<BinaryRange<PowFOp, range::power>>(*context);
    FmaOp::attachInterface<FmaRange>(*context);
  });
}
