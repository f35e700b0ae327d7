//===- SplitProducts.cpp - Factors computed before their product ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitProducts.h"
#include "CollectOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

/// How often a factor must be used for a pass over memory to pay.
static constexpr int64_t leastReuse = 4;

Operation *amp::findProduct(linalg::GenericOp op) {
  Value sum = op.getBody()->getArgument(op.getNumDpsInputs());
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  // What the body does beside the product, an assertion, is not left out.
  if (!sum.getType().isF32() ||
      !llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
        return isMemoryEffectFree(&inner);
      }))
    return nullptr;
  if (auto fma = yielded.getDefiningOp<math::FmaOp>())
    return fma.getC() == sum ? fma : nullptr;
  auto add = yielded.getDefiningOp<arith::AddFOp>();
  if (!add || (add.getLhs() != sum && add.getRhs() != sum))
    return nullptr;
  Value product = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  return product.getDefiningOp<arith::MulFOp>();
}

namespace {
/// What a body computes a factor with.
struct Factor {
  Value value;
  /// In their order.
  SmallVector<Operation *> ops;
  /// Of the op, by number, those with the most dimensions first.
  SmallVector<unsigned> inputs;
  /// Those that some input's map depends on, in the order in which the inputs
  /// lie in memory.
  llvm::SmallSetVector<unsigned, 4> loops;

  bool hasArithmetic() const {
    return !llvm::all_of(ops, llvm::IsaPred<CastOpInterface>);
  }
  SmallVector<int64_t> getExtents(linalg::GenericOp op) const {
    SmallVector<int64_t> all = op.getStaticLoopRanges(), extents;
    for (unsigned loop : loops)
      extents.push_back(all[loop]);
    return extents;
  }
};
} // namespace

/// None if the factor depends on the sum, on the place in the loops or on
/// anything but elements of inputs.
static std::optional<Factor> findFactor(linalg::GenericOp op, Value value) {
  Factor factor;
  factor.value = value;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::SmallSetVector<Operation *, 16> ops;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (next.getParentBlock() != op.getBody())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      unsigned input = argument.getArgNumber();
      if (input >= op.getNumDpsInputs())
        return std::nullopt;
      if (!maps[input].isProjectedPermutation(/*allowZeroInResults=*/true))
        return std::nullopt;
      if (!llvm::is_contained(factor.inputs, input))
        factor.inputs.push_back(input);
      continue;
    }
    Operation *inner = next.getDefiningOp();
    if (!isMemoryEffectFree(inner) || inner->getNumRegions() != 0 ||
        isa<linalg::IndexOp>(inner))
      return std::nullopt;
    if (ops.insert(inner))
      llvm::append_range(open, inner->getOperands());
  }
  llvm::sort(factor.inputs, [&](unsigned a, unsigned b) {
    return std::pair(maps[b].getNumResults(), a) <
           std::pair(maps[a].getNumResults(), b);
  });
  for (unsigned input : factor.inputs)
    for (AffineExpr result : maps[input].getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(result))
        factor.loops.insert(loop.getPosition());
  factor.ops = ops.takeVector();
  llvm::sort(factor.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return factor;
}

/// Whether `factor` is worth a pass over memory of its own.
static bool repeats(linalg::GenericOp op, const Factor &factor) {
  int64_t reuse = 1;
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (ShapedType::isDynamic(extent))
      return false;
    reuse *= factor.loops.contains(loop) ? 1 : extent;
  }
  return reuse >= leastReuse;
}

/// The input that holds `factor`, and its map: as it is if it is one, else the
/// result of a new op.
static std::pair<Value, AffineMap>
makeInput(RewriterBase &rewriter, linalg::GenericOp op, const Factor &factor) {
  SmallVector<AffineMap> given = op.getIndexingMapsArray();
  if (factor.ops.empty()) {
    unsigned input = factor.inputs.front();
    return {op.getDpsInputs()[input], given[input]};
  }
  // From the op's loops to those of the factor, and back.
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> back,
      here(op.getNumLoops(), getAffineConstantExpr(0, context));
  for (unsigned loop : factor.loops) {
    here[loop] = getAffineDimExpr(back.size(), context);
    back.push_back(getAffineDimExpr(loop, context));
  }
  unsigned rank = back.size();
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  for (unsigned input : factor.inputs) {
    inputs.push_back(op.getDpsInputs()[input]);
    maps.push_back(given[input].replaceDimsAndSymbols(here, {}, rank, 0));
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(rank));
  Value empty = tensor::EmptyOp::create(
      rewriter, op.getLoc(), factor.getExtents(op), factor.value.getType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), empty.getType(), inputs, empty, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        for (auto [input, argument] : llvm::zip(factor.inputs, arguments))
          mapping.map(op.getBody()->getArgument(input), argument);
        for (Operation *inner : factor.ops)
          builder.clone(*inner, mapping);
        linalg::YieldOp::create(builder, loc, mapping.lookup(factor.value));
      });
  return {made.getResult(0),
          AffineMap::get(op.getNumLoops(), 0, back, context)};
}

static void splitProduct(RewriterBase &rewriter, linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics())
    return;
  Operation *product = findProduct(op);
  if (!product || product->getOperand(0) == product->getOperand(1))
    return;
  std::optional<Factor> a = findFactor(op, product->getOperand(0)),
                        b = findFactor(op, product->getOperand(1));
  auto fits = [&](const Factor &factor) {
    return !factor.inputs.empty() &&
           (!factor.hasArithmetic() || repeats(op, factor));
  };
  if (!a || !b || !fits(*a) || !fits(*b) ||
      !(a->hasArithmetic() || b->hasArithmetic()))
    return;
  rewriter.setInsertionPoint(op);
  auto [left, leftMap] = makeInput(rewriter, op, *a);
  auto [right, rightMap] = makeInput(rewriter, op, *b);
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), op.getResultTypes(), ValueRange{left, right},
      op.getDpsInits(), {leftMap, rightMap, op.getIndexingMapsArray().back()},
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(a->value, arguments[0]);
        mapping.map(b->value, arguments[1]);
        mapping.map(op.getBody()->getArguments().back(), arguments[2]);
        builder.clone(*product, mapping);
        Value yielded = op.getBody()->getTerminator()->getOperand(0);
        if (yielded != product->getResult(0))
          builder.clone(*yielded.getDefiningOp(), mapping);
        linalg::YieldOp::create(builder, loc, mapping.lookup(yielded));
      });
  rewriter.replaceOp(op, made);
}

void amp::splitProducts(RewriterBase &rewriter, Operation *root) {
  for (linalg::GenericOp op : collect<linalg::GenericOp>(root))
    splitProduct(rewriter, op);
}
