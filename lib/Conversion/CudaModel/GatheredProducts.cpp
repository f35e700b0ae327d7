//===- GatheredProducts.cpp - Products with gathered matrices -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A token of a mixture of experts multiplies with the weights of the experts
// that its router picks. Written with gathered weights this is a matrix-vector
// product for each token: no tile shares a weight, and each token reads its
// matrices again. With more tokens than experts it is cheaper to multiply every
// token by every expert on tensor cores, each weight read once a tile, and to
// pick afterwards. What is not picked has no influence, infinite or not.
//
//===----------------------------------------------------------------------===//

#include "GatheredProducts.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/Generics.h"
#include "ConvLayout.h"
#include "Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;
using linalg::GenericOp;

/// Fewer rows fill no tile of the tensor cores.
static constexpr int64_t kFewestRows = 16;
/// Rows read the same matrices soon after one another: from the L2 cache, taken
/// to be twice as fast as memory. An estimate, as no device was at hand.
static constexpr int64_t kCacheSpeed = 2;
/// The results of all matrices may take so many times the matrices' memory.
static constexpr int64_t kMostMemory = 4;

namespace {
/// A gather of matrices: result[b, w] = cast(matrices[pick(b), w]).
struct Gather {
  GenericOp op;
  tensor::ExtractOp extract;
  /// From the element to what is yielded, the last one first.
  SmallVector<Operation *> casts;
  /// The dimension of the matrices' tensor that is picked from.
  int64_t picked = -1;
  /// Per dimension of that tensor: the gather's loop; -1 for the picked one.
  SmallVector<int64_t> loops;
  int64_t getCount() {
    return extract.getTensor().getType().getDimSize(picked);
  }
};

struct MultiplyByAll : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

/// Reads a gather; nothing where it is another.
static std::optional<Gather> readGather(GenericOp op) {
  if (!op || !isPointwiseGeneric(op) || op->getNumResults() != 1 ||
      op.hasDynamicShape())
    return std::nullopt;
  Gather gather;
  gather.op = op;
  Value at = op.getBody()->getTerminator()->getOperand(0);
  while (isa_and_present<arith::TruncFOp, arith::ExtFOp>(at.getDefiningOp())) {
    gather.casts.push_back(at.getDefiningOp());
    at = at.getDefiningOp()->getOperand(0);
  }
  gather.extract = at.getDefiningOp<tensor::ExtractOp>();
  if (!gather.extract ||
      llvm::range_size(op.getBody()->getOps<tensor::ExtractOp>()) != 1 ||
      !gather.extract.getTensor().getType().hasStaticShape() ||
      gather.extract.getTensor().getParentRegion() == &op.getRegion())
    return std::nullopt;
  for (auto [dim, index] : llvm::enumerate(gather.extract.getIndices())) {
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    gather.loops.push_back(loop ? int64_t(loop.getDim()) : -1);
    if (loop)
      continue;
    if (gather.picked >= 0)
      return std::nullopt;
    gather.picked = int64_t(dim);
  }
  if (gather.picked < 0)
    return std::nullopt;
  // What is picked knows no loop over the matrix, and the loops run over all.
  auto isOfMatrix = [&](int64_t loop) {
    return llvm::is_contained(gather.loops, loop);
  };
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [dim, loop] : llvm::enumerate(gather.loops))
    if (loop >= 0 &&
        (llvm::count(gather.loops, loop) != 1 ||
         extents[loop] != gather.extract.getTensor().getType().getDimSize(dim)))
      return std::nullopt;
  for (auto index : op.getBody()->getOps<linalg::IndexOp>())
    if (isOfMatrix(index.getDim()) &&
        llvm::any_of(index->getUsers(),
                     [&](Operation *user) { return user != gather.extract; }))
      return std::nullopt;
  for (AffineMap map : op.getIndexingMapsArray())
    for (int64_t loop : gather.loops)
      if (loop >= 0 && map != op.getIndexingMapsArray().back() &&
          map.isFunctionOfDim(loop))
        return std::nullopt;
  return gather;
}

/// The contraction's loop that runs along each loop of the gather.
static std::optional<SmallVector<unsigned>>
getLoops(GenericOp op, OpOperand *operand, Gather &gather) {
  AffineMap result = gather.op.getIndexingMapsArray().back();
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (!result.isIdentity() || !map.isProjectedPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return cast<AffineDimExpr>(expr).getPosition();
  });
}

/// Bytes that rows read by themselves against those of the product with all
/// matrices, its multiply-adds counted as bytes.
static bool pays(GenericOp op, Gather &gather, ArrayRef<unsigned> loops,
                 Type stored) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto type = gather.extract.getTensor().getType();
  double stride = llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
  double matrices = type.getNumElements() * stride;
  double count = gather.getCount(), products = 1, rows = 1;
  for (int64_t extent : extents)
    products *= extent;
  for (auto [loop, to] : llvm::enumerate(loops))
    if (!llvm::is_contained(gather.loops, int64_t(loop)))
      rows *= extents[to];
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  double results = count * result.getNumElements() *
                   llvm::divideCeil(stored.getIntOrFloatBitWidth(), 8u);
  double alone = rows * matrices / count / kCacheSpeed;
  // Casts of the matrices write them and read them again.
  double all = matrices * (gather.casts.empty() ? 1 : 3) + 2 * results +
               count * products / kProductsPerByte;
  return rows >= kFewestRows && all < alone &&
         results <= kMostMemory * matrices;
}

/// An elementwise op that rounds `value`, its only reader; null if there is
/// none.
static GenericOp findRounding(Value value) {
  if (!value.hasOneUse())
    return {};
  auto user = dyn_cast<GenericOp>(*value.getUsers().begin());
  if (!user || !isPointwiseGeneric(user) || user.getNumDpsInputs() != 1 ||
      user->getNumResults() != 1 ||
      !user.getIndexingMapsArray().front().isIdentity())
    return {};
  auto round = user.getBody()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  return round && round.getIn() == user.getBody()->getArgument(0) ? user
                                                                  : GenericOp();
}

/// The matrices, cast as the gather casts each element.
static Value castMatrices(PatternRewriter &rewriter, Gather &gather) {
  Value matrices = gather.extract.getTensor();
  if (gather.casts.empty())
    return matrices;
  Type element = getElementTypeOrSelf(gather.op->getResult(0).getType());
  return mapElements(rewriter, gather.op.getLoc(), matrices, element,
                     [&](OpBuilder &b, Value value) {
                       for (Operation *op : llvm::reverse(gather.casts)) {
                         IRMapping mapping;
                         mapping.map(op->getOperand(0), value);
                         value = b.clone(*op, mapping)->getResult(0);
                       }
                       return value;
                     });
}

/// The product of all rows with all matrices: a loop over these in front.
static Value multiply(PatternRewriter &rewriter, GenericOp op,
                      OpOperand *operand, Gather &gather,
                      ArrayRef<unsigned> loops) {
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  unsigned rank = op.getNumLoops() + 1;
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (input != operand) {
      maps.push_back(op.getMatchingIndexingMap(input).shiftDims(1));
      inputs.push_back(input->get());
      continue;
    }
    SmallVector<AffineExpr> results;
    for (int64_t loop : gather.loops)
      results.push_back(
          getAffineDimExpr(loop < 0 ? 0 : loops[loop] + 1, context));
    maps.push_back(AffineMap::get(rank, 0, results, context));
    inputs.push_back(castMatrices(rewriter, gather));
  }
  AffineMap old = op.getIndexingMapsArray().back().shiftDims(1);
  SmallVector<AffineExpr> results{getAffineDimExpr(0, context)};
  llvm::append_range(results, old.getResults());
  maps.push_back(AffineMap::get(rank, 0, results, context));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> shape{gather.getCount()};
  llvm::append_range(shape, type.getShape());
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  Value init = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  SmallVector<utils::IteratorType> kinds{utils::IteratorType::parallel};
  llvm::append_range(kinds, op.getIteratorTypesArray());
  auto made = createWithBodyOf(rewriter, op, inputs, init, maps, kinds);
  made->setAttr(kSourceSizesAttrName,
                rewriter.getDenseI64ArrayAttr(getDeclaredSizes(op)));
  return made->getResult(0);
}

/// `value` rounded as `rounding` does, whatever its shape.
static Value round(PatternRewriter &rewriter, GenericOp rounding, Value value) {
  Type element = getElementTypeOrSelf(rounding->getResult(0).getType());
  Operation *op =
      rounding.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  return mapElements(rewriter, rounding.getLoc(), value, element,
                     [&](OpBuilder &b, Value value) {
                       IRMapping mapping;
                       mapping.map(op->getOperand(0), value);
                       return b.clone(*op, mapping)->getResult(0);
                     });
}

/// Picks of each row's results those of its matrix.
static Value pick(PatternRewriter &rewriter, GenericOp op, Gather &gather,
                  ArrayRef<unsigned> loops, Value all) {
  Location loc = gather.op.getLoc();
  auto allType = cast<RankedTensorType>(all.getType());
  auto type = RankedTensorType::get(allType.getShape().drop_front(),
                                    allType.getElementType());
  AffineMap resultMap = op.getIndexingMapsArray().back();
  // A loop of the contraction is a dimension of its result; so is one of the
  // gather that picks.
  auto dimOf = [&](int64_t gatherLoop) {
    AffineExpr expr = rewriter.getAffineDimExpr(loops[gatherLoop]);
    return llvm::find(resultMap.getResults(), expr) -
           resultMap.getResults().begin();
  };
  SmallVector<AffineExpr> toResult(gather.op.getNumLoops(),
                                   rewriter.getAffineConstantExpr(0));
  for (unsigned loop = 0; loop != toResult.size(); ++loop)
    if (!llvm::is_contained(gather.loops, int64_t(loop)))
      toResult[loop] = rewriter.getAffineDimExpr(dimOf(loop));
  SmallVector<AffineMap> maps;
  for (OpOperand *input : gather.op.getDpsInputOperands())
    maps.push_back(
        gather.op.getMatchingIndexingMap(input).replaceDimsAndSymbols(
            toResult, {}, type.getRank(), 0));
  maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  auto made = GenericOp::create(
      rewriter, loc, TypeRange{type}, gather.op.getDpsInputs(),
      ValueRange{empty}, maps,
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &b, Location, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(gather.op.getRegionInputArgs(), arguments.drop_back());
        for (Operation &inner : gather.op.getBody()->without_terminator()) {
          auto index = dyn_cast<linalg::IndexOp>(inner);
          if (&inner == gather.extract ||
              llvm::is_contained(gather.casts, &inner) ||
              (index &&
               llvm::is_contained(gather.loops, int64_t(index.getDim()))))
            continue;
          Operation *copy = b.clone(inner, mapping);
          if (index)
            cast<linalg::IndexOp>(copy).setDim(dimOf(index.getDim()));
        }
        SmallVector<Value> indices{mapping.lookupOrDefault(
            gather.extract.getIndices()[gather.picked])};
        for (int64_t dim = 0; dim != type.getRank(); ++dim)
          indices.push_back(linalg::IndexOp::create(b, loc, dim));
        Value found = tensor::ExtractOp::create(b, loc, all, indices);
        linalg::YieldOp::create(b, loc, found);
      });
  return made->getResult(0);
}

LogicalResult MultiplyByAll::matchAndRewrite(GenericOp op,
                                             PatternRewriter &rewriter) const {
  if (!isTensorContraction(op) || op.hasDynamicShape() ||
      op->hasAttr(kGemmConfigAttrName) || op->hasAttr(kSourceSizesAttrName) ||
      !op.getIndexingMapsArray().back().isProjectedPermutation())
    return rewriter.notifyMatchFailure(op, "is no contraction to choose for");
  if (!llvm::all_of(op.getDpsInputs(), [](Value value) {
        return getElementTypeOrSelf(value).getIntOrFloatBitWidth() <= 16;
      }))
    return rewriter.notifyMatchFailure(op, "is not for tensor cores");
  Value start = getFillScalar(op.getDpsInits()[0]);
  if (!start || !matchPattern(start, m_AnyZeroFloat()))
    return rewriter.notifyMatchFailure(op, "does not start from zeros");
  for (OpOperand *operand : op.getDpsInputOperands()) {
    std::optional<Gather> gather =
        readGather(operand->get().getDefiningOp<GenericOp>());
    auto loops = gather ? getLoops(op, operand, *gather) : std::nullopt;
    if (!loops)
      continue;
    // Rows are loops of the result: what picks is known where it is written.
    bool rowsStay = true;
    AffineMap resultMap = op.getIndexingMapsArray().back();
    for (auto [loop, to] : llvm::enumerate(*loops))
      if (!llvm::is_contained(gather->loops, int64_t(loop)))
        rowsStay &= resultMap.isFunctionOfDim(to);
    GenericOp rounding = findRounding(op->getResult(0));
    Type stored = getElementTypeOrSelf(
        (rounding ? rounding : op)->getResult(0).getType());
    if (!rowsStay || !pays(op, *gather, *loops, stored))
      continue;
    GenericOp last = rounding ? rounding : op;
    rewriter.setInsertionPoint(op);
    Value all = multiply(rewriter, op, operand, *gather, *loops);
    if (rounding)
      all = round(rewriter, rounding, all);
    rewriter.replaceOp(last, pick(rewriter, op, *gather, *loops, all));
    if (rounding)
      rewriter.eraseOp(op);
    return success();
  }
  return rewriter.notifyMatchFailure(op, "multiplies no gathered matrices, or "
                                         "moves fewer bytes as it is");
}

void cuda::populateGatheredProductsPatterns(RewritePatternSet &patterns) {
  patterns.add<MultiplyByAll>(patterns.getContext());
}
