//===- ConvLayoutRewrite.cpp - Ops with their channels last ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To an op of loops a layout is the order of its maps' results, so nothing but
// maps changes, and the order of loops, which runs along the result. Upstream
// has patterns that pack tensors into tiles and move packs through elementwise
// ops (populateDataLayoutPropagationPatterns); they know neither windows nor
// costs, and leave named convolutions to the caller.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/Generics.h"
#include "ConvLayout.h"
#include "TransposeOperands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// 0 to `rank` with `dim` behind all others.
static SmallVector<int64_t> moveLast(int64_t rank, int64_t dim) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  order.erase(order.begin() + dim);
  order.push_back(dim);
  return order;
}

namespace {
class Rewriter {
public:
  Rewriter(MLIRContext *context, const LayoutPlan &plan)
      : plan(plan), builder(context) {}
  void run();

private:
  Value getLast(Value value);
  Value turn(Value value, int64_t dim);
  Value read(Value value, bool last);
  Operation *rewriteLoops(linalg::LinalgOp op, const LayoutChoice &choice);
  Operation *rewriteMovement(Operation *op, int64_t dim);
  Value move(Operation *op, ArrayRef<int64_t> order);
  void erase(Operation *op);

  const LayoutPlan &plan;
  OpBuilder builder;
  /// What a tensor is with its channels last, and what takes the place of an
  /// old op's result whose channels stay.
  llvm::DenseMap<Value, Value> last, plain;
};
} // namespace

/// `value` with dimension `dim` last: what is no memory yet is made so, all
/// else transposed, once, where it is made.
Value Rewriter::turn(Value value, int64_t dim) {
  if (Value other = plain.lookup(value))
    value = other;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> order = moveLast(type.getRank(), dim);
  auto turned = RankedTensorType::get(permute(type.getShape(), order),
                                      type.getElementType());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<tensor::EmptyOp>(op))
    return tensor::EmptyOp::create(builder, loc, turned.getShape(),
                                   turned.getElementType());
  if (auto fill = dyn_cast_if_present<linalg::FillOp>(op)) {
    Value empty = tensor::EmptyOp::create(builder, loc, turned.getShape(),
                                          turned.getElementType());
    return linalg::FillOp::create(builder, loc, fill.value(), empty)
        .getResult(0);
  }
  return transposeOrFold(builder, loc, value, order);
}

Value Rewriter::getLast(Value value) {
  if (Value known = last.lookup(value))
    return known;
  Value turned = turn(value, plan.channels.lookup(value));
  return last[value] = turned;
}

/// What a new op reads for `value`: as it is, unless its channels can be last.
Value Rewriter::read(Value value, bool wantsLast) {
  if (wantsLast && plan.channels.contains(value))
    return getLast(value);
  Value other = plain.lookup(value);
  return other ? other : value;
}

/// The loops in their new order: channels behind all others of their kind.
static SmallVector<unsigned> orderLoops(linalg::LinalgOp op,
                                        const LayoutChoice &choice) {
  auto kinds = op.getIteratorTypesArray();
  auto loops = llvm::to_vector(llvm::seq<unsigned>(0, kinds.size()));
  auto moveBack = [&](unsigned loop) {
    llvm::erase(loops, loop);
    loops.push_back(loop);
  };
  if (choice.readLoop == choice.writeLoop) {
    moveBack(choice.readLoop);
    return loops;
  }
  if (choice.writes)
    moveBack(choice.writeLoop);
  SmallVector<unsigned> parallel, others;
  for (unsigned loop : loops)
    (kinds[loop] == utils::IteratorType::parallel ? parallel : others)
        .push_back(loop);
  loops = std::move(parallel);
  llvm::append_range(loops, others);
  if (choice.reads)
    moveBack(choice.readLoop);
  return loops;
}

Operation *Rewriter::rewriteLoops(linalg::LinalgOp op,
                                  const LayoutChoice &choice) {
  SmallVector<unsigned> loops = orderLoops(op, choice);
  SmallVector<AffineExpr> renamed(loops.size());
  for (auto [to, from] : llvm::enumerate(loops))
    renamed[from] = builder.getAffineDimExpr(to);
  bool convolution = choice.readLoop != choice.writeLoop;
  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isInit = op.isDpsInit(&operand);
    bool filter = convolution && !isInit && operand.getOperandNumber() != 0;
    Value old = operand.get(), value = old;
    int64_t dim = -1;
    if (filter && choice.reads) {
      // Runs along K, as the image has them.
      if (std::optional<unsigned> alone = findAlone(map, choice.readLoop)) {
        dim = *alone;
        value = turn(old, dim);
      }
    } else if (!filter && isa<RankedTensorType>(old.getType())) {
      bool wantsLast = isInit ? choice.writes : choice.reads;
      value = read(old, wantsLast);
      auto found = plan.channels.find(old);
      dim = wantsLast && found != plan.channels.end() ? found->second : -1;
    }
    SmallVector<AffineExpr> results(map.getResults());
    if (dim >= 0)
      results = permute(ArrayRef(results), moveLast(results.size(), dim));
    map = AffineMap::get(map.getNumDims(), 0, results, op.getContext());
    maps.push_back(map.replaceDimsAndSymbols(renamed, {}, loops.size(), 0));
    (isInit ? inits : inputs).push_back(value);
  }
  auto kinds = op.getIteratorTypesArray();
  auto newKinds =
      llvm::map_to_vector(loops, [&](unsigned loop) { return kinds[loop]; });
  builder.setInsertionPoint(op);
  auto made = linalg::GenericOp::create(builder, op.getLoc(),
                                        TypeRange(ValueRange(inits)), inputs,
                                        inits, maps, newKinds);
  if (Attribute sizes = op->getAttr(kSourceSizesAttrName))
    made->setAttr(kSourceSizesAttrName, sizes);
  IRMapping mapping;
  op->getRegion(0).cloneInto(&made.getRegion(), mapping);
  made.walk([&](linalg::IndexOp index) {
    if (index->getParentOp() == made)
      index.setDim(cast<AffineDimExpr>(renamed[index.getDim()]).getPosition());
  });
  return made;
}

/// An op of movement on tensors whose dimensions are in `order`. A tensor whose
/// channels cannot be last, all that follows being of one element, is the same
/// memory in any order.
Value Rewriter::move(Operation *op, ArrayRef<int64_t> order) {
  auto turnType = [&](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return RankedTensorType::get(permute(tensor.getShape(), order),
                                 tensor.getElementType());
  };
  RankedTensorType turned = turnType(op->getResult(0).getType());
  Location loc = op->getLoc();
  auto fold = [&](ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(op->getContext(), permute(values, order));
  };
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value value = read(operand, true);
    builder.setInsertionPoint(op);
    if (isa<RankedTensorType>(operand.getType()))
      value =
          reshape(builder, value.getLoc(), value, turnType(operand.getType()));
    operands.push_back(value);
  }
  builder.setInsertionPoint(op);
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value filler = pad.getConstantPaddingValue();
    if (pad->isAncestor(filler.getParentRegion()->getParentOp()))
      filler = builder.clone(*filler.getDefiningOp())->getResult(0);
    return tensor::PadOp::create(builder, loc, turned, operands[0],
                                 fold(pad.getStaticLow()),
                                 fold(pad.getStaticHigh()), filler);
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
    int64_t along = concat.getDim();
    return tensor::ConcatOp::create(builder, loc, turned,
                                    llvm::find(order, along) - order.begin(),
                                    operands);
  }
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  auto offsets = fold(slice.getStaticOffsets());
  auto sizes = fold(slice.getStaticSizes());
  auto strides = fold(slice.getStaticStrides());
  if (isa<tensor::ExtractSliceOp>(op))
    return tensor::ExtractSliceOp::create(builder, loc, turned, operands[0],
                                          offsets, sizes, strides);
  return tensor::InsertSliceOp::create(builder, loc, operands[0], operands[1],
                                       offsets, sizes, strides);
}

Operation *Rewriter::rewriteMovement(Operation *op, int64_t dim) {
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  Value made = move(op, moveLast(type.getRank(), dim));
  if (!plan.channels.contains(result))
    made = reshape(builder, made.getLoc(), made, type);
  return made.getDefiningOp();
}

/// Ends an op that was written anew. Who still reads it takes the new result,
/// transposed back where its channels are last now.
void Rewriter::erase(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    if (Value other = plain.lookup(result)) {
      result.replaceAllUsesWith(other);
      continue;
    }
    Value made = last.lookup(result);
    builder.setInsertionPointAfterValue(made);
    int64_t rank = cast<RankedTensorType>(result.getType()).getRank();
    SmallVector<int64_t> back(rank);
    for (auto [to, from] :
         llvm::enumerate(moveLast(rank, plan.channels.lookup(result))))
      back[from] = to;
    result.replaceAllUsesWith(transpose(builder, result.getLoc(), made, back));
  }
  op->erase();
}

void Rewriter::run() {
  SmallVector<Operation *> old;
  for (auto &[op, choice] : plan.choices) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    Operation *made = linalgOp ? rewriteLoops(linalgOp, choice)
                               : rewriteMovement(op, choice.readLoop);
    for (auto [before, after] :
         llvm::zip_equal(op->getResults(), made->getResults())) {
      bool isLast = choice.writes && plan.channels.contains(before);
      (isLast ? last : plain)[before] = after;
    }
    old.push_back(op);
  }
  for (Operation *op : llvm::reverse(old))
    erase(op);
}

void cuda::applyLayouts(Block &block, const LayoutPlan &plan) {
  Rewriter(block.getParentOp()->getContext(), plan).run();
}
