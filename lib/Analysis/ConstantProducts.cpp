//===- ConstantProducts.cpp - Products that are written, not learned ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some products only spell out what other ops would say: a matrix of noughts
// and ones picks the features of a decision tree, a stencil takes neighbours
// from each other (a Laplacian, a derivative, a wavelet), a kernel takes means.
// Their constants tell: what each element of the result is made with has few
// magnitudes, and adds up to nought, or to one (to the same, where the constant
// is scaled before it is used). Weights that were learned have as many
// magnitudes as elements, and sums of any size.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/ConstantNarrowing.h"
#include "InputDigits.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// So many rows that are not nought are looked at, of so many.
static constexpr int64_t kMostRows = 8, kMostVisited = 64;
/// What the sum of a row may be off by, of the sum of its magnitudes, and two
/// of those that are one, of the largest: sines are off by their angles'
/// rounding.
static constexpr double kTolerance = 1e-5;

namespace {

/// A constant factor: a row for each element that it makes of other data, one
/// after the other or side by side.
class FactorRows {
public:
  FactorRows(ArrayRef<char> raw, int64_t length, bool sideBySide)
      : raw(raw), length(length), count(raw.size() / sizeof(float) / length),
        sideBySide(sideBySide) {}

  /// What a product with it does, by its first rows. `isScaled`: times a
  /// number.
  ConstantProduct classify(bool isScaled) const;

private:
  struct Sum {
    double sum = 0, magnitude = 0;
    bool is(double number) const {
      return std::fabs(sum - number) <= kTolerance * magnitude;
    }
  };
  Sum getSum(int64_t row) const;
  float get(int64_t row, int64_t place) const;
  /// Whether few magnitudes are all that the row has: half of it says the other
  /// half.
  bool hasFewMagnitudes(int64_t row) const;

  ArrayRef<char> raw;
  int64_t length, count;
  bool sideBySide;
};

} // namespace

float FactorRows::get(int64_t row, int64_t place) const {
  return getF32(raw, sideBySide ? place * count + row : row * length + place);
}

bool FactorRows::hasFewMagnitudes(int64_t row) const {
  constexpr size_t kFew = 4;
  size_t most = std::max<size_t>(kFew, length / 2 + 1);
  SmallVector<float, 32> magnitudes;
  for (int64_t i = 0; i < length; ++i)
    magnitudes.push_back(std::fabs(get(row, i)));
  llvm::sort(magnitudes);
  float tolerance = kTolerance * magnitudes.back();
  size_t count = 1;
  for (auto [one, next] : llvm::zip(magnitudes, llvm::drop_begin(magnitudes)))
    count += next - one > tolerance;
  return count <= most;
}

FactorRows::Sum FactorRows::getSum(int64_t row) const {
  Sum result;
  for (int64_t i = 0; i < length; ++i) {
    float number = get(row, i);
    result.sum += number;
    result.magnitude += std::fabs(number);
  }
  return result;
}

ConstantProduct FactorRows::classify(bool isScaled) const {
  int64_t looked = 0, differences = 0, means = 0;
  std::optional<double> mean = 1;
  if (isScaled)
    mean.reset();
  for (int64_t row = 0;
       row < std::min(count, kMostVisited) && looked < kMostRows; ++row) {
    Sum sum = getSum(row);
    if (sum.magnitude == 0)
      continue;
    ++looked;
    if (!std::isfinite(sum.magnitude)) // A mask.
      return ConstantProduct::None;
    bool isDifference = sum.is(0);
    bool isMean = !isDifference && sum.is(mean.value_or(sum.sum));
    if ((!isDifference && !isMean) || !hasFewMagnitudes(row))
      continue;
    differences += isDifference;
    means += isMean;
    if (isMean)
      mean = sum.sum;
  }
  // A wavelet has a row of means, too, scaled as it may be.
  if (differences > 0 && 2 * differences >= looked)
    return ConstantProduct::Subtracts;
  return means > 0 && differences + means == looked ? ConstantProduct::Moves
                                                    : ConstantProduct::None;
}

static ConstantProduct classifyFactor(TypedAttr data, int64_t length,
                                      bool isScaled) {
  // Equal weights: a row of ones is no stand-in for learned ones.
  if (auto splat = dyn_cast<SplatElementsAttr>(data)) {
    bool sums = splat.getNumElements() == length &&
                splat.getSplatValue<APFloat>().isExactlyValue(1);
    return isScaled || sums ? ConstantProduct::Moves : ConstantProduct::None;
  }
  std::optional<ArrayRef<char>> raw = getRawF32(data);
  if (!raw)
    return ConstantProduct::None;
  for (bool sideBySide : {false, true})
    if (ConstantProduct what =
            FactorRows(*raw, length, sideBySide).classify(isScaled);
        what != ConstantProduct::None)
      return what;
  return ConstantProduct::None;
}

/// The one value that `node` is a multiple of, by a number in its op's body or
/// by such; kNone if it is made otherwise.
static GraphIndex getScaledOnce(const PrecisionGraph &graph,
                                const ValueNode &node) {
  if (node.op == kNone || graph.ops[node.op].handsOn ||
      !hasAny(graph.ops[node.op].traits, NumericTraits::Scale) ||
      hasAny(graph.ops[node.op].traits,
             kReductions | NumericTraits::Difference | NumericTraits::Square |
                 NumericTraits::Exponential | NumericTraits::Rounding))
    return kNone;
  return findOnlyRead(graph, graph.ops[node.op], [&](const Use &use) {
    return use.elements != 0 && graph.values[use.value].elements != 1;
  });
}

ConstantProduct amp::getConstantProduct(const PrecisionGraph &graph,
                                        const OpNode &op,
                                        ValueRanges getRange) {
  if (op.handsOn || op.multiplyAdds == 0 || op.numResults != 1)
    return ConstantProduct::None;
  int64_t made = graph.values[graph.getResults(op).front()].elements;
  int64_t length = made > 0 ? op.multiplyAdds / made : 0;
  if (length == 0)
    return ConstantProduct::None;
  for (const Use &use : graph.getUses(op)) {
    // Zero points and a bias are no factors.
    int64_t elements = graph.values[use.value].elements;
    if (use.kind != UseKind::Tied || use.summand || elements < length ||
        elements % length != 0)
      continue;
    // Equal weights.
    FloatRange range = getRange ? getRange(use.value) : FloatRange();
    if (range.isPoint() && std::fabs(length * range.lower - 1) <= kTolerance)
      return ConstantProduct::Moves;
    GraphIndex index = findMovedValue(graph, use.value);
    GraphIndex scaled = getScaledOnce(graph, graph.values[index]);
    if (scaled != kNone)
      index = findMovedValue(graph, scaled);
    const ValueNode &factor = graph.values[index];
    if (factor.op == kNone)
      continue;
    TypedAttr data;
    ConstantProduct what = ConstantProduct::None;
    // A window that is computed: a Gaussian, normalised and repeated. What is
    // made of longer constants may be learned.
    if (!graph.ops[factor.op].isConstant)
      what = isMadeOfConstants(factor.value, length) ? ConstantProduct::Moves
                                                     : ConstantProduct::None;
    else if (factor.elements % length == 0 &&
             matchPattern(factor.value, m_Constant(&data)))
      what = classifyFactor(data, length, /*isScaled=*/scaled != kNone);
    if (what != ConstantProduct::None)
      return what;
  }
  return ConstantProduct::None;
}

bool UnroundedPinner::keepsDigits(const OpNode &op) const {
  Digits most = Constant;
  for (const Use &use : getUses(op)) {
    if (use.kind == UseKind::Tied)
      most = std::max(most, getDigits(use.value));
    if (most > Unrounded)
      return false;
  }
  // Of constants alone, a conversion stores what it makes as is best. What is
  // carried may turn out to be unrounded.
  return most != Constant &&
         getConstantProduct(graph, op, getRange) != ConstantProduct::None;
}

bool UnroundedPinner::computes(const OpNode &op, Digits ofResults) const {
  bool moves =
      ofResults <= Unrounded && hasAny(op.traits, NumericTraits::Contraction) &&
      getConstantProduct(graph, op, getRange) == ConstantProduct::Moves;
  return !selects(op) && !moves;
}
