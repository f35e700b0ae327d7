//===- StreamAttention.cpp - Attention from tile to tile of keys ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax of rows that are too long for registers. What a row has come to so
// far is relative to its largest logit so far; a larger one scales it down.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
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
    values.append({row.most, row.total});
  return values;
}

AttentionEmitter::Stream AttentionEmitter::Stream::unpack(ValueRange values) {
  ValueRange rest = values.take_back(4);
  return {SmallVector<Value>(values.drop_back(4)),
          {Running{rest[0], rest[1]}, Running{rest[2], rest[3]}},
          {}};
}

AttentionEmitter::Stream AttentionEmitter::startStream() {
  Stream stream{makeZeros(countColumns(attention.width)), {}, {}};
  stream.running.fill({makeInfinity(scoresFrame.b), stream.sums.front()});
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
/// them; the largest of a row stays the largest. Returns the constant.
static double stripScale(MutableArrayRef<Value> logits) {
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

/// Turns the scores of a tile into powers, of the type of the weights, and
/// brings what the row has come to up to date.
LogicalResult AttentionEmitter::advance(AttentionRows &rows, AttentionRow &row,
                                        Stream &stream, int64_t which) {
  KernelBuilder &b = scoresFrame.b;
  Running &running = stream.running[which];
  if (failed(rows.computeLogits(row)))
    return failure();
  double exponents = rows.getExponentScale() * stripScale(row.elements);
  for (Value &logit : row.elements)
    logit = fuseProduct(b, logit);
  Value largest = mergePairs(row.elements, [&](Value left, Value right) {
    return arith::MaxNumFOp::create(b, left, right).getResult();
  });
  Value most = arith::MaxNumFOp::create(
      b, running.most, mergeThreads(largest, /*largest=*/true));
  // Where all are -inf so far, their powers are zero, not those of a NaN.
  Value none = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, most,
                                     makeInfinity(b));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value base = arith::SelectOp::create(b, none, zero, most);
  Value scale = arith::ConstantOp::create(b, b.getF32FloatAttr(exponents));
  // What is rounded to 16 bits next can do with ex2.approx, which is within two
  // units in the last place. A logit may be so large that to scale it by more
  // than one overflows: then the difference comes first.
  Value scaledBase = arith::MulFOp::create(b, base, scale);
  Value offset = arith::NegFOp::create(b, scaledBase);
  auto powerOf = [&](Value logit) {
    if (exponents <= 1)
      return b.exp2(LLVM::FMAOp::create(b, logit, scale, offset));
    Value difference = arith::SubFOp::create(b, logit, base);
    return b.exp2(arith::MulFOp::create(b, difference, scale));
  };
  SmallVector<Value> powers;
  for (Value &element : row.elements) {
    Value power = b.castFloat(powerOf(element), rows.getPowerType());
    powers.push_back(b.castFloat(power, b.getF32Type()));
    element = b.castFloat(power, type);
  }
  auto add = [&](Value left, Value right) {
    return arith::AddFOp::create(b, left, right).getResult();
  };
  Value factor = powerOf(running.most);
  Value total = arith::MulFOp::create(b, running.total, factor);
  stream.factors[which] = factor;
  running = {most, add(total, mergePairs(powers, add))};
  return success();
}

FailureOr<AttentionEmitter::Rows>
AttentionEmitter::weighTile(AttentionRows &rows, ArrayRef<Value> scores,
                            Value first, Stream &stream) {
  Rows weights = finishScores(scores, first);
  for (int64_t which : {0, 1}) {
    AttentionRow row = describeRow(which, first, std::move(weights[which]));
    if (failed(advance(rows, row, stream, which)))
      return failure();
    weights[which] = std::move(row.elements);
  }
  return weights;
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
