//===- StreamAttention.cpp - Attention from tile to tile of keys ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax of rows that come in tiles. What a row has come to so far is
// relative to its largest logit so far; a larger one scales it down.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp;

static Value makeInfinity(KernelBuilder &b) {
  return arith::ConstantOp::create(
      b, b.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
}

SmallVector<Value> AttentionEmitter::Stream::pack() const {
  SmallVector<Value> values = sums;
  for (const Running &row : running)
    values.append({row.most, row.total, row.error});
  return values;
}

AttentionEmitter::Stream AttentionEmitter::Stream::unpack(ValueRange values) {
  ValueRange rest = values.take_back(6);
  return {
      SmallVector<Value>(values.drop_back(6)),
      {Running{rest[0], rest[1], rest[2]}, Running{rest[3], rest[4], rest[5]}},
      {}};
}

AttentionEmitter::Stream AttentionEmitter::startStream() {
  Stream stream{makeZeros(countColumns(attention.width)), {}, {}};
  Value zero = stream.sums.front();
  stream.running.fill({makeInfinity(scoresFrame.b), zero, zero});
  return stream;
}

/// The largest or the sum of the four threads of a row.
Value AttentionEmitter::mergeThreads(Value value, bool largest) {
  KernelBuilder &b = scoresFrame.b;
  for (int32_t distance : {2, 1}) {
    Value other =
        gpu::ShuffleOp::create(b, value, distance, 32, gpu::ShuffleMode::XOR)
            .getShuffleResult();
    value = largest ? arith::MaxNumFOp::create(b, value, other).getResult()
                    : arith::AddFOp::create(b, value, other).getResult();
  }
  return value;
}

/// `values` merged pair by pair, so that no chain of them is long.
static Value mergePairs(SmallVector<Value> values,
                        llvm::function_ref<Value(Value, Value)> merge) {
  while (values.size() > 1) {
    size_t half = (values.size() + 1) / 2;
    for (size_t i = 0; i + half < values.size(); ++i)
      values[i] = merge(values[i], values[i + half]);
    values.truncate(half);
  }
  return values.front();
}

/// Where all logits are products with one positive constant, strips it off
/// them; the largest of a row stays the largest. Returns the constant, which is
/// `most` at most.
static double stripScale(MutableArrayRef<Value> logits, double most) {
  std::optional<APFloat> scale;
  SmallVector<Value> stripped;
  for (Value logit : logits) {
    auto product = logit.getDefiningOp<arith::MulFOp>();
    FloatAttr constant;
    if (!product)
      return 1;
    bool isRight = matchPattern(product.getRhs(), m_Constant(&constant));
    if ((!isRight && !matchPattern(product.getLhs(), m_Constant(&constant))) ||
        constant.getValue().isNegative() || !constant.getValue().isNormal() ||
        constant.getValue().convertToDouble() > most ||
        (scale && *scale != constant.getValue()))
      return 1;
    scale = constant.getValue();
    stripped.push_back(isRight ? product.getLhs() : product.getRhs());
  }
  llvm::copy(stripped, logits.begin());
  return scale->convertToDouble();
}

/// A sum of a product, rounded once: streams are more exact than what they
/// stand for, not the same.
static Value fuseProduct(KernelBuilder &b, Value logit) {
  auto sum = logit.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return logit;
  for (unsigned side : {0u, 1u})
    if (auto product = sum->getOperand(side).getDefiningOp<arith::MulFOp>())
      return LLVM::FMAOp::create(b, product.getLhs(), product.getRhs(),
                                 sum->getOperand(1 - side));
  return logit;
}

namespace {
/// Powers of a row's logits, by `most`, its largest so far: two to the power of
/// `scale` times a difference. What is rounded to 16 bits next can do with
/// ex2.approx, which is within two units in the last place.
class Powers {
public:
  Powers(KernelBuilder &b, Value most, double scale);

  Value compute(Value logit) const { return b.exp2(getExponent(logit)); }
  /// The exponent of the largest logit's power, zero but for rounding.
  Value getError() const { return getExponent(base); }
  /// What turns powers by `most` into these, given that exponent of theirs.
  Value computeFactor(Value most, Value error) const {
    return b.exp2(arith::SubFOp::create(b, getExponent(most), error));
  }

private:
  Value constant(double value) const {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value getExponent(Value logit) const;

  KernelBuilder &b;
  /// Whether logits are scaled before the difference is taken.
  bool scalesFirst;
  Value base, scale, offset;
};
} // namespace

/// To scale first takes one instruction less, but overflows with a scale above
/// one. Its rounding of `base` times `scale` is the same error in all powers of
/// a row, which goes when they are divided by their sum, unless it is as large
/// as what 16 bits hold. There logits differ by 16 and more, if at all, so that
/// any scale does that is as large; a power of two is exact.
Powers::Powers(KernelBuilder &b, Value most, double by)
    : b(b), scalesFirst(by <= 1) {
  constexpr double kLarge = 1 << 28;
  // Where all are -inf so far, their powers are zero, not those of a NaN.
  Value none = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, most,
                                     makeInfinity(b));
  base = arith::SelectOp::create(b, none, constant(0), most);
  scale = constant(by);
  if (!scalesFirst)
    return;
  double exact = std::exp2(std::ceil(std::log2(by)));
  Value magnitude =
      arith::MaxNumFOp::create(b, base, arith::NegFOp::create(b, base));
  Value isLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, magnitude,
                                        constant(kLarge / by));
  scale = arith::SelectOp::create(b, isLarge, constant(exact), scale);
  offset = arith::NegFOp::create(b, arith::MulFOp::create(b, base, scale));
}

Value Powers::getExponent(Value logit) const {
  if (scalesFirst)
    return LLVM::FMAOp::create(b, logit, scale, offset);
  Value difference = arith::SubFOp::create(b, logit, base);
  return arith::MulFOp::create(b, difference, scale);
}

/// Turns the scores of a tile into powers, of the type of the weights, and
/// brings what the row has come to up to date.
LogicalResult AttentionEmitter::advance(AttentionRows &rows, AttentionRow &row,
                                        Stream &stream, int64_t which) {
  KernelBuilder &b = scoresFrame.b;
  Running &running = stream.running[which];
  if (failed(rows.computeLogits(row)))
    return failure();
  double scale = rows.getExponentScale();
  scale *= stripScale(row.elements, 1 / scale);
  for (Value &logit : row.elements)
    logit = fuseProduct(b, logit);
  Value largest = mergePairs(row.elements, [&](Value left, Value right) {
    return arith::MaxNumFOp::create(b, left, right).getResult();
  });
  Value most = arith::MaxNumFOp::create(
      b, running.most, mergeThreads(largest, /*largest=*/true));
  Powers now(b, most, scale);
  SmallVector<Value> powers;
  for (Value &element : row.elements) {
    Value power = b.castFloat(now.compute(element), rows.getPowerType());
    powers.push_back(b.castFloat(power, b.getF32Type()));
    element = b.castFloat(power, type);
  }
  auto add = [&](Value left, Value right) {
    return arith::AddFOp::create(b, left, right).getResult();
  };
  Value factor = now.computeFactor(running.most, running.error);
  Value total = arith::MulFOp::create(b, running.total, factor);
  stream.factors[which] = factor;
  running = {most, add(total, mergePairs(powers, add)), now.getError()};
  return success();
}

FailureOr<AttentionEmitter::Rows>
AttentionEmitter::weighTile(AttentionRows &rows, ArrayRef<Value> scores,
                            Value first, Stream &stream) {
  return weigh(scores, first, [&](AttentionRow &row, int64_t which) {
    return advance(rows, row, stream, which);
  });
}

void AttentionEmitter::scaleSums(Stream &stream) {
  for (auto [number, sum] : llvm::enumerate(stream.sums))
    sum = arith::MulFOp::create(scoresFrame.b, sum,
                                stream.factors[number / 2 % 2]);
}

LogicalResult AttentionEmitter::finishStream(AttentionRows &rows,
                                             Stream &stream) {
  MutableArrayRef<Value> sums = stream.sums;
  for (int64_t which : {0, 1}) {
    SmallVector<Value> own;
    for (size_t tile = 0; tile < sums.size() / 4; ++tile)
      llvm::append_range(own, sums.slice(4 * tile + 2 * which, 2));
    Value total = mergeThreads(stream.running[which].total, /*largest=*/false);
    AttentionRow row = describeRow(which, scoresFrame.b.c(0), std::move(own));
    if (failed(rows.scale(row, total)))
      return failure();
    for (size_t tile = 0; tile < sums.size() / 4; ++tile)
      llvm::copy(ArrayRef<Value>(row.elements).slice(2 * tile, 2),
                 sums.slice(4 * tile + 2 * which, 2).begin());
  }
  return success();
}
