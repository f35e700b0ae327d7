//===- Scalar.cpp - Scalar ops in double precision ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"
#include "Reference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace mlir;

namespace amp_emulate {

double roundTo(double value, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType || floatType.getWidth() >= 64)
    return value;
  llvm::APFloat rounded(value);
  bool lossy;
  rounded.convert(floatType.getFloatSemantics(),
                  llvm::APFloat::rmNearestTiesToEven, &lossy);
  return rounded.convertToDouble();
}

static Scalar getComparison(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  auto make = [](auto compare, bool unordered) -> Scalar {
    return [=](const double *x) -> double {
      if (std::isnan(x[0]) || std::isnan(x[1]))
        return unordered;
      return compare(x[0], x[1]);
    };
  };
  switch (predicate) {
  case P::OEQ:
    return make(std::equal_to<>(), false);
  case P::UEQ:
    return make(std::equal_to<>(), true);
  case P::ONE:
    return make(std::not_equal_to<>(), false);
  case P::UNE:
    return make(std::not_equal_to<>(), true);
  case P::OGT:
    return make(std::greater<>(), false);
  case P::UGT:
    return make(std::greater<>(), true);
  case P::OGE:
    return make(std::greater_equal<>(), false);
  case P::UGE:
    return make(std::greater_equal<>(), true);
  case P::OLT:
    return make(std::less<>(), false);
  case P::ULT:
    return make(std::less<>(), true);
  case P::OLE:
    return make(std::less_equal<>(), false);
  case P::ULE:
    return make(std::less_equal<>(), true);
  case P::ORD:
    return make([](double, double) { return true; }, false);
  case P::UNO:
    return make([](double, double) { return false; }, true);
  default:
    return {};
  }
}

static Scalar getComparison(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return [](const double *x) -> double { return x[0] == x[1]; };
  case P::ne:
    return [](const double *x) -> double { return x[0] != x[1]; };
  case P::slt:
  case P::ult:
    return [](const double *x) -> double { return x[0] < x[1]; };
  case P::sle:
  case P::ule:
    return [](const double *x) -> double { return x[0] <= x[1]; };
  case P::sgt:
  case P::ugt:
    return [](const double *x) -> double { return x[0] > x[1]; };
  case P::sge:
  case P::uge:
    return [](const double *x) -> double { return x[0] >= x[1]; };
  }
  return {};
}

/// Ops that are one expression.
static const llvm::StringMap<Scalar> &getTable() {
  static const llvm::StringMap<Scalar> table = {
      {"arith.addf", [](const double *x) { return x[0] + x[1]; }},
      {"arith.subf", [](const double *x) { return x[0] - x[1]; }},
      {"arith.mulf", [](const double *x) { return x[0] * x[1]; }},
      {"arith.divf", [](const double *x) { return x[0] / x[1]; }},
      {"arith.negf", [](const double *x) { return -x[0]; }},
      {"arith.maximumf", [](const double *x) { return std::max(x[0], x[1]); }},
      {"arith.minimumf", [](const double *x) { return std::min(x[0], x[1]); }},
      {"arith.maxnumf", [](const double *x) { return std::fmax(x[0], x[1]); }},
      {"arith.minnumf", [](const double *x) { return std::fmin(x[0], x[1]); }},
      {"arith.addi", [](const double *x) { return x[0] + x[1]; }},
      {"arith.subi", [](const double *x) { return x[0] - x[1]; }},
      {"arith.muli", [](const double *x) { return x[0] * x[1]; }},
      {"arith.select", [](const double *x) { return x[0] ? x[1] : x[2]; }},
      {"arith.andi", [](const double *x) -> double { return x[0] && x[1]; }},
      {"arith.ori", [](const double *x) -> double { return x[0] || x[1]; }},
      {"arith.extf", [](const double *x) { return x[0]; }},
      {"arith.extsi", [](const double *x) { return x[0]; }},
      {"arith.extui", [](const double *x) { return x[0]; }},
      {"arith.trunci", [](const double *x) { return x[0]; }},
      {"arith.index_cast", [](const double *x) { return x[0]; }},
      {"arith.sitofp", [](const double *x) { return x[0]; }},
      {"arith.uitofp", [](const double *x) { return x[0]; }},
      {"arith.fptosi", [](const double *x) { return std::trunc(x[0]); }},
      {"math.absf", [](const double *x) { return std::fabs(x[0]); }},
      {"math.exp", [](const double *x) { return std::exp(x[0]); }},
      {"math.exp2", [](const double *x) { return std::exp2(x[0]); }},
      {"math.log", [](const double *x) { return std::log(x[0]); }},
      {"math.tanh", [](const double *x) { return std::tanh(x[0]); }},
      {"math.erf", [](const double *x) { return std::erf(x[0]); }},
      {"math.sqrt", [](const double *x) { return std::sqrt(x[0]); }},
      {"math.rsqrt", [](const double *x) { return 1 / std::sqrt(x[0]); }},
      {"math.sin", [](const double *x) { return std::sin(x[0]); }},
      {"math.cos", [](const double *x) { return std::cos(x[0]); }},
      {"math.powf", [](const double *x) { return std::pow(x[0], x[1]); }},
      {"math.fpowi", [](const double *x) { return std::pow(x[0], x[1]); }},
      {"math.fma", [](const double *x) { return x[0] * x[1] + x[2]; }},
  };
  return table;
}

Scalar getScalar(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return getComparison(compare.getPredicate());
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return getComparison(compare.getPredicate());
  if (isa<arith::TruncFOp>(op))
    return [type = getElementTypeOrSelf(op->getResult(0).getType())](
               const double *x) { return roundTo(x[0], type); };
  auto found = getTable().find(op->getName().getStringRef());
  return found == getTable().end() ? Scalar() : found->second;
}

} // namespace amp_emulate
