//===- RangesStableHLO.cpp - Ranges of StableHLO ops ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By name, as in StableHLO.cpp. Constants, movement and maxima need no model:
// the analysis folds them or asks for their traits.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/ExternalModels/NamedModels.h"
#include "RangeModels.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

template <FloatRange (*Function)(const FloatRange &)>
static void attachUnary(Dialect *dialect, llvm::StringLiteral name) {
  attachByName<UnaryRange<AnyOp, Function>>(dialect, name);
}

template <FloatRange (*Function)(const FloatRange &, const FloatRange &)>
static void attachBinary(Dialect *dialect, llvm::StringLiteral name) {
  attachByName<BinaryRange<AnyOp, Function>>(dialect, name);
}

template <FloatRange (*Function)(const FloatRange &, const FloatRange &,
                                 ValueOrder)>
static void attachOrdered(Dialect *dialect, llvm::StringLiteral name) {
  attachByName<OrderedRange<AnyOp, Function, true>>(dialect, name);
}

namespace {
/// clamp(min, x, max).
struct ClampRange : FloatRangeOpInterface::ExternalModel<ClampRange, AnyOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, range::minimum(range::maximum(operands[0], operands[1]),
                                operands[2]));
  }
};
} // namespace

static void attachRanges(Dialect *dialect) {
  attachOrdered<range::add>(dialect, "add");
  attachOrdered<range::subtract>(dialect, "subtract");
  attachOrdered<range::multiply>(dialect, "multiply");
  attachOrdered<range::divide>(dialect, "divide");
  attachBinary<range::maximum>(dialect, "maximum");
  attachBinary<range::minimum>(dialect, "minimum");
  attachBinary<range::power>(dialect, "power");
  attachUnary<range::absolute>(dialect, "abs");
  attachUnary<range::exp>(dialect, "exponential");
  attachUnary<range::log>(dialect, "log");
  attachUnary<range::negate>(dialect, "negate");
  attachUnary<range::rsqrt>(dialect, "rsqrt");
  attachUnary<range::sigmoid>(dialect, "logistic");
  attachUnary<range::sine>(dialect, "cosine");
  attachUnary<range::sine>(dialect, "sine");
  attachUnary<range::sqrt>(dialect, "sqrt");
  attachUnary<range::tanh>(dialect, "tanh");
  attachByName<ClampRange>(dialect, {"clamp"});
  attachByName<JoinRange<AnyOp, 1, 2>>(dialect, {"select"});
}

void amp::registerStableHLORangeModels(DialectRegistry &registry) {
  addNamedExtension(registry, "stablehlo", &attachRanges);
}
