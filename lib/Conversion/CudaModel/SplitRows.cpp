//===- SplitRows.cpp - Few long rows over many blocks ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row belongs to one block. Where rows are few and long (group norm of one
// image, a sum over everything) most of a device would idle: such a reduction
// is done in parts, each a row of its own, whose results a second one merges in
// a fixed order. Sum and sum of squared distances to the mean, the two of every
// norm, come from one look at the data: with s_p and q_p the sum and the sum of
// squared distances to its own mean of a part of n elements,
//
//   sum over all (x - mean)^2 = sum over p of q_p + n (s_p / n - mean)^2
//
// (Chan, Golub and LeVeque 1979), so that a norm reads its input twice: for the
// statistics and for its result.
//
//===----------------------------------------------------------------------===//

#include "SplitRows.h"
#include "Access.h"
#include "AmpDialect/Transforms/Generics.h"
#include "Combiner.h"
#include "Groups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;
using linalg::GenericOp;

/// Rows of fewer elements stay whole; parts are not shorter than the second.
static constexpr int64_t kLongRow = 8192, kShortestRowPart = 1024;
/// Blocks that keep a device busy.
static constexpr int64_t kBlocks = 256;
/// Shorter pieces of rows are not worth a kernel of their own.
static constexpr int64_t kShortestPiece = 64;
/// Parts are multiples of this where the row allows: 16 bytes of 16-bit floats.
static constexpr int64_t kVector = 8;

namespace {
/// How elements form rows, in the order of loops: `outer` pieces of each row,
/// one piece of all rows after the other. Mostly there is one piece; a norm
/// over a batch has one an image.
struct Rows {
  int64_t outer = 1, count = 1, inner = 1;
  int64_t getLength() const { return outer * inner; }
  bool operator==(const Rows &other) const {
    return outer == other.outer && count == other.count && inner == other.inner;
  }
};

/// A reduction over rows, its operands sorted.
struct RowReduction {
  GenericOp op;
  Rows rows;
  int64_t parts = 1;
  Combiner combiner;
  /// What the combiner adds to the running value.
  Value summand;
  /// Per input: whether it has an element for each row, not for each iteration.
  SmallVector<bool> perRow;

  int64_t getPart() const { return rows.getLength() / parts; }
  bool isInPieces() const { return rows.outer != 1; }
  Location getLoc() { return op.getLoc(); }
};

/// A scalar of a body.
struct Element {
  GenericOp op;
  Value value;
};
} // namespace

/// Into how many parts rows are split; 1 for none.
static int64_t chooseParts(int64_t rows, int64_t row) {
  if (row < kLongRow || 2 * rows > kBlocks / 2)
    return 1;
  int64_t most = std::min(kBlocks / rows, row / kShortestRowPart);
  for (int64_t unit : {kVector, int64_t(1)})
    for (int64_t parts = most; parts > 1; --parts)
      if (row % (parts * unit) == 0)
        return parts;
  return 1;
}

/// Whether an access is the number of the row under loops over all elements.
static bool isRowNumber(const LinearAccess &access, ArrayRef<int64_t> extents,
                        const Rows &rows) {
  if (rows.outer == 1)
    return isRowAccess(access, extents, rows.inner);
  int64_t all = rows.count * rows.inner;
  LinearAccess within = access;
  for (auto [extent, stride, coefficient] : llvm::zip_equal(
           extents, getRowMajorStrides(extents), within.coefficients)) {
    if (extent == 1 || stride < all)
      continue;
    if (coefficient != 0 || stride % all != 0)
      return false;
    coefficient = stride / rows.inner;
  }
  return isRowAccess(within, extents, rows.inner);
}

/// How an input's element depends on the iteration: one each (false), one a row
/// (true), otherwise nothing.
static std::optional<bool> isPerRow(GenericOp op, OpOperand *input,
                                    const Rows &rows) {
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  if (!type)
    return std::nullopt;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto access = getLinearAccess(op.getMatchingIndexingMap(input),
                                type.getShape(), extents);
  int64_t volume = getVolume(extents);
  if (access && type.getNumElements() == volume &&
      isIdentityAccess(*access, extents))
    return false;
  if (access && type.getNumElements() == rows.count &&
      volume == rows.count * rows.getLength() &&
      isRowNumber(*access, extents, rows))
    return true;
  return std::nullopt;
}

/// The rows of a reduction over leading and trailing loops, as a norm over a
/// batch has them, whose result runs through those in between.
static std::optional<Rows> getSplitRows(GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::any_of(extents, [](int64_t extent) { return extent <= 0; }) ||
      !getCombiner(op))
    return std::nullopt;
  Rows rows;
  int64_t *at = &rows.outer;
  for (auto [kind, extent] :
       llvm::zip_equal(op.getIteratorTypesArray(), extents)) {
    if (extent == 1)
      continue;
    bool parallel = kind == utils::IteratorType::parallel;
    if (parallel && at == &rows.inner)
      return std::nullopt;
    if (parallel)
      at = &rows.count;
    else if (at == &rows.count)
      at = &rows.inner;
    *at *= extent;
  }
  OpOperand *init = op.getDpsInitOperand(0);
  auto type = dyn_cast<RankedTensorType>(init->get().getType());
  auto access = type ? getLinearAccess(op.getMatchingIndexingMap(init),
                                       type.getShape(), extents)
                     : std::nullopt;
  if (rows.outer == 1 || rows.inner < kShortestPiece || !access ||
      !isRowNumber(*access, extents, rows))
    return std::nullopt;
  return rows;
}

/// Reads a reduction over rows in pieces, or over few long rows, whose parts
/// can be merged.
static std::optional<RowReduction> readReduction(GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 ||
      !op.getBody()->getOps<linalg::IndexOp>().empty())
    return std::nullopt;
  RowReduction found;
  found.op = op;
  if (std::optional<int64_t> row = getTrailingReduction(op)) {
    found.rows = {1, getVolume(op.getStaticLoopRanges()) / *row, *row};
    found.parts = chooseParts(found.rows.count, *row);
  } else if (std::optional<Rows> rows = getSplitRows(op)) {
    found.rows = *rows;
    found.parts = rows->outer;
  } else {
    return std::nullopt;
  }
  found.combiner = *getCombiner(op);
  // The running value meets one scalar in one op of its own type.
  Operation *merge = found.combiner.op;
  Value running = op.getRegionOutputArgs()[0];
  if (found.parts == 1 ||
      op.getBody()->getTerminator()->getOperand(0) != merge->getResult(0))
    return std::nullopt;
  for (unsigned side : {0u, 1u})
    if (merge->getOperand(side) == running &&
        merge->getOperand(1 - side) != running)
      found.summand = merge->getOperand(1 - side);
  if (!found.summand)
    return std::nullopt;
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<bool> perRow = isPerRow(op, input, found.rows);
    if (!perRow)
      return std::nullopt;
    found.perRow.push_back(*perRow);
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// `value` with another shape of as many elements.
static Value reshape(ImplicitLocOpBuilder &b, Value value,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  return amp::reshape(b, b.getLoc(), value, type.clone(shape));
}

/// A tensor of `shape` filled with `value`.
static Value fill(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape,
                  TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, value);
  Value empty = tensor::EmptyOp::create(b, shape, value.getType());
  return linalg::FillOp::create(b, scalar, empty).getResult(0);
}

using Body = llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

/// A generic op over (rows, parts[, elements]): `reduced` loops at the end are
/// summed up. Inputs have the shape of a leading part of the loops; those over
/// all loops may be (parts, rows, elements).
static Value build(ImplicitLocOpBuilder &b, ArrayRef<int64_t> loops,
                   unsigned reduced, ValueRange inputs, Value init, Body body,
                   bool partsFirst = false) {
  MLIRContext *context = b.getContext();
  auto leading = [&](int64_t rank) {
    return AffineMap::getMultiDimIdentityMap(loops.size(), context)
        .getMajorSubMap(rank);
  };
  SmallVector<AffineMap> maps;
  for (Value input : inputs) {
    int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
    maps.push_back(
        rank == 3 && partsFirst
            ? AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0, 2}, context)
            : leading(rank));
  }
  maps.push_back(leading(loops.size() - reduced));
  SmallVector<utils::IteratorType> kinds(loops.size(),
                                         utils::IteratorType::parallel);
  for (unsigned i = 0; i != reduced; ++i)
    kinds[loops.size() - 1 - i] = utils::IteratorType::reduction;
  auto op = GenericOp::create(
      b, TypeRange{init.getType()}, inputs, ValueRange{init}, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder at(loc, inner);
        linalg::YieldOp::create(at, body(at, arguments));
      });
  return op->getResult(0);
}

/// The inputs of a reduction, an element each as (rows, parts, elements), or as
/// (parts, rows, elements) where rows are in pieces.
static SmallVector<Value> reshapeInputs(ImplicitLocOpBuilder &b,
                                        RowReduction &r) {
  SmallVector<Value> inputs;
  SmallVector<int64_t> shape{r.rows.count, r.parts, r.getPart()};
  if (r.isInPieces())
    std::swap(shape[0], shape[1]);
  for (auto [input, perRow] : llvm::zip_equal(r.op.getDpsInputs(), r.perRow))
    inputs.push_back(
        reshape(b, input, perRow ? ArrayRef(r.rows.count) : ArrayRef(shape)));
  return inputs;
}

/// Clones what computes the summand; `arguments` are those of the inputs.
static Value cloneSummand(ImplicitLocOpBuilder &b, RowReduction &r,
                          ValueRange arguments) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_first(r.op.getRegionInputArgs(), arguments))
    mapping.map(from, to);
  for (Operation &op : r.op.getBody()->without_terminator())
    if (&op != r.combiner.op)
      b.clone(op, mapping);
  return mapping.lookupOrDefault(r.summand);
}

static Value merge(ImplicitLocOpBuilder &b, RowReduction &r, Value running,
                   Value value) {
  Operation *clone = r.combiner.op->clone();
  clone->setOperands({running, value});
  return b.insert(clone)->getResult(0);
}

/// What each part gives: (rows, parts).
static Value buildParts(ImplicitLocOpBuilder &b, RowReduction &r) {
  return build(
      b, {r.rows.count, r.parts, r.getPart()}, /*reduced=*/1,
      reshapeInputs(b, r), fill(b, {r.rows.count, r.parts}, r.combiner.neutral),
      [&](ImplicitLocOpBuilder &at, ValueRange arguments) {
        return merge(at, r, arguments.back(),
                     cloneSummand(at, r, arguments.drop_back()));
      },
      r.isInPieces());
}

/// The parts merged, from what the reduction starts from: (rows).
static Value mergeParts(ImplicitLocOpBuilder &b, RowReduction &r, Value parts) {
  Value init = reshape(b, r.op.getDpsInits()[0], {r.rows.count});
  return build(b, {r.rows.count, r.parts}, /*reduced=*/1, parts, init,
               [&](ImplicitLocOpBuilder &at, ValueRange arguments) {
                 return merge(at, r, arguments[1], arguments[0]);
               });
}

static void replace(PatternRewriter &rewriter, ImplicitLocOpBuilder &b,
                    RowReduction &r, Value rows) {
  auto type = cast<RankedTensorType>(r.op->getResult(0).getType());
  rewriter.replaceOp(r.op, reshape(b, rows, type.getShape()));
}

namespace {
/// Any reduction of few long rows: parts, then their merger.
struct SplitLongRows : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<RowReduction> r = readReduction(op);
    if (!r)
      return rewriter.notifyMatchFailure(
          op, "is no reduction over few long rows whose parts can be merged");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    replace(rewriter, b, *r, mergeParts(b, *r, buildParts(b, *r)));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Sum and sum of squared distances to the mean
//===----------------------------------------------------------------------===//

/// The tensor behind an argument of a body, null for other scalars.
static Value getTensor(const Element &element) {
  auto argument = dyn_cast<BlockArgument>(element.value);
  if (!argument || argument.getOwner() != GenericOp(element.op).getBody())
    return {};
  Value operand = GenericOp(element.op).getMatchingOpOperand(argument)->get();
  return isa<RankedTensorType>(operand.getType()) ? stripViews(operand)
                                                  : Value();
}

/// Follows a body's argument to what elementwise producers yield for it.
static Element follow(Element element, const Rows &rows) {
  while (Value tensor = getTensor(element)) {
    auto result = dyn_cast<OpResult>(tensor);
    auto producer =
        result ? dyn_cast<GenericOp>(result.getOwner()) : GenericOp();
    OpOperand *operand =
        element.op.getMatchingOpOperand(cast<BlockArgument>(element.value));
    if (!producer || !isPointwiseGeneric(producer) ||
        !isPerRow(element.op, operand, rows) ||
        !producer.getIndexingMapMatchingResult(result).isIdentity())
      break;
    element = {producer, producer.getBody()->getTerminator()->getOperand(
                             result.getResultNumber())};
  }
  return element;
}

static bool isSame(Element a, Element b, const Rows &rows) {
  while (true) {
    a = follow(a, rows);
    b = follow(b, rows);
    if (a.value == b.value)
      return true;
    Value tensor = getTensor(a);
    if (tensor && tensor == getTensor(b)) {
      auto perRow = [&](Element &e) {
        return isPerRow(e.op,
                        e.op.getMatchingOpOperand(cast<BlockArgument>(e.value)),
                        rows);
      };
      return perRow(a) && perRow(a) == perRow(b);
    }
    auto first = a.value.getDefiningOp<arith::ExtFOp>();
    auto second = b.value.getDefiningOp<arith::ExtFOp>();
    if (!first || !second || first.getType() != second.getType())
      return false;
    a.value = first.getIn();
    b.value = second.getIn();
  }
}

/// The number that a scalar is, if it is one.
static std::optional<double> getNumber(const Element &element) {
  Value value = element.value;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    value = GenericOp(element.op).getMatchingOpOperand(argument)->get();
    if (Value scalar = isa<RankedTensorType>(value.getType())
                           ? getFillScalar(value)
                           : Value())
      value = scalar;
  }
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(constant))
    return double(number.getInt());
  return std::nullopt;
}

/// What is squared in `element`, a null value if nothing is.
static Element getSquared(Element element, const Rows &rows) {
  element = follow(element, rows);
  Operation *op = element.value.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, math::PowFOp, math::FPowIOp>(op))
    return {};
  Element base{element.op, op->getOperand(0)};
  Element other{element.op, op->getOperand(1)};
  bool squares = isa<arith::MulFOp>(op) ? isSame(base, other, rows)
                                        : getNumber(follow(other, rows)) == 2.0;
  return squares ? follow(base, rows) : Element();
}

/// The sum whose quotient by the row's length `element` is, null if none.
static Value getSumOfMean(Element element, const Rows &rows) {
  element = follow(element, rows);
  Operation *op = element.value.getDefiningOp();
  if (!isa_and_nonnull<arith::DivFOp, arith::MulFOp>(op))
    return {};
  for (unsigned side : {0u, 1u}) {
    auto number =
        getNumber(follow({element.op, op->getOperand(1 - side)}, rows));
    bool divides = isa<arith::DivFOp>(op);
    if (!number || (divides && side == 1))
      continue;
    double length = divides ? *number : 1 / *number;
    // A reciprocal was rounded to f32.
    if (std::abs(length - double(rows.getLength())) >
        1e-6 * double(rows.getLength()))
      continue;
    return getTensor(follow({element.op, op->getOperand(side)}, rows));
  }
  return {};
}

static bool addsUpFromZero(RowReduction &r) {
  Value start = getFillScalar(r.op.getDpsInits()[0]);
  return isa<arith::AddFOp>(r.combiner.op) && start &&
         matchPattern(start, m_AnyZeroFloat());
}

/// The sum that `squares`, a sum of squared distances, takes its mean from.
static std::optional<RowReduction> findSum(RowReduction &squares) {
  Element difference = getSquared({squares.op, squares.summand}, squares.rows);
  auto minus = difference.value
                   ? difference.value.getDefiningOp<arith::SubFOp>()
                   : arith::SubFOp();
  if (!minus)
    return std::nullopt;
  Value tensor = getSumOfMean({difference.op, minus.getRhs()}, squares.rows);
  auto op = tensor ? tensor.getDefiningOp<GenericOp>() : GenericOp();
  std::optional<RowReduction> sum = op ? readReduction(op) : std::nullopt;
  if (!sum || !(sum->rows == squares.rows) ||
      op->getBlock() != squares.op->getBlock() || !addsUpFromZero(*sum) ||
      !isSame({op, sum->summand}, {difference.op, minus.getLhs()},
              squares.rows))
    return std::nullopt;
  return sum;
}

/// The squared distances of each part to its own mean, summed: (rows, parts).
static Value buildSquares(ImplicitLocOpBuilder &b, RowReduction &sum,
                          Value partSums) {
  auto type = cast<FloatType>(sum.summand.getType());
  auto number = [&](ImplicitLocOpBuilder &at, double value) -> Value {
    return arith::ConstantOp::create(at, at.getFloatAttr(type, value));
  };
  SmallVector<int64_t> shape{sum.rows.count, sum.parts};
  Value empty = tensor::EmptyOp::create(b, shape, type);
  Value means = build(b, shape, /*reduced=*/0, partSums, empty,
                      [&](ImplicitLocOpBuilder &at, ValueRange arguments) {
                        return arith::DivFOp::create(at, arguments[0],
                                                     number(at, sum.getPart()));
                      });
  SmallVector<Value> inputs = reshapeInputs(b, sum);
  inputs.push_back(means);
  return build(
      b, {sum.rows.count, sum.parts, sum.getPart()}, /*reduced=*/1, inputs,
      fill(b, shape, b.getFloatAttr(type, 0)),
      [&](ImplicitLocOpBuilder &at, ValueRange arguments) -> Value {
        Value x = cloneSummand(at, sum, arguments.drop_back(2));
        Value mean = arguments[arguments.size() - 2];
        Value distance = arith::SubFOp::create(at, x, mean);
        return arith::AddFOp::create(
            at, arguments.back(),
            arith::MulFOp::create(at, distance, distance));
      },
      sum.isInPieces());
}

/// All squared distances to the mean of the whole row: (rows).
static Value mergeSquares(ImplicitLocOpBuilder &b, RowReduction &sum,
                          Value sums, Value partSums, Value partSquares) {
  auto type = cast<FloatType>(sum.summand.getType());
  return build(b, {sum.rows.count, sum.parts}, /*reduced=*/1,
               {partSums, partSquares, sums},
               fill(b, {sum.rows.count}, b.getFloatAttr(type, 0)),
               [&](ImplicitLocOpBuilder &at, ValueRange arguments) -> Value {
                 auto divide = [&](Value value, int64_t count) -> Value {
                   Value number = arith::ConstantOp::create(
                       at, at.getFloatAttr(type, double(count)));
                   return arith::DivFOp::create(at, value, number);
                 };
                 Value distance = arith::SubFOp::create(
                     at, divide(arguments[0], sum.getPart()),
                     divide(arguments[2], sum.rows.getLength()));
                 Value count = arith::ConstantOp::create(
                     at, at.getFloatAttr(type, double(sum.getPart())));
                 Value between = arith::MulFOp::create(
                     at, count, arith::MulFOp::create(at, distance, distance));
                 Value part = arith::AddFOp::create(at, arguments[1], between);
                 return arith::AddFOp::create(at, arguments[3], part);
               });
}

namespace {
/// Sum and sum of squared distances to the mean of few long rows.
struct SplitMoments : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<RowReduction> squares = readReduction(op);
    std::optional<RowReduction> sum;
    if (squares && addsUpFromZero(*squares))
      sum = findSum(*squares);
    if (!sum)
      return rewriter.notifyMatchFailure(
          op, "sums up no squared distances to a mean of few long rows");
    rewriter.setInsertionPoint(sum->op);
    ImplicitLocOpBuilder b(sum->getLoc(), rewriter);
    Value partSums = buildParts(b, *sum);
    b.setLoc(squares->getLoc());
    Value partSquares = buildSquares(b, *sum, partSums);
    b.setLoc(sum->getLoc());
    Value sums = mergeParts(b, *sum, partSums);
    b.setLoc(squares->getLoc());
    Value all = mergeSquares(b, *sum, sums, partSums, partSquares);
    replace(rewriter, b, *squares, all);
    replace(rewriter, b, *sum, sums);
    return success();
  }
};
} // namespace

void cuda::populateSplitMomentsPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitMoments>(patterns.getContext());
}

void cuda::populateSplitRowsPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitLongRows>(patterns.getContext());
}
