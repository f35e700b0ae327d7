//===- RowCollector.cpp - Rows on their way out of control flow -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row goes in as an operand and comes out as a result of whatever is around
// the call that adds to it, innermost first.
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;

RowCollector::RowCollector(func::FuncOp function, unsigned columns)
    : function(function), columns(columns) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  zero = Recorder::createZeroRow(builder, function.getLoc(), columns);
}

bool RowCollector::canReach(Block *block) const {
  Operation *parent = block->getParentOp();
  while (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(parent))
    parent = parent->getParentOp();
  return parent == function;
}

void RowCollector::carry(RewriterBase &rewriter, scf::ForOp loop,
                         ArrayRef<Slot *> inside) {
  SmallVector<Value> inits(inside.size(), zero);
  auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
    SmallVector<Value> rows;
    for (auto [slot, argument] : llvm::zip_equal(inside, arguments)) {
      slot->setInit(argument);
      rows.push_back(slot->row);
    }
    return rows;
  };
  FailureOr<LoopLikeOpInterface> wider = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yield);
  assert(succeeded(wider) && "scf.for takes more yields");
  leave(wider->getOperation(), inside);
}

void RowCollector::carry(RewriterBase &rewriter, scf::IfOp op,
                         ArrayRef<Slot *> inside) {
  SmallVector<Type> types(op.getResultTypes());
  types.append(inside.size(), zero.getType());
  auto wider = scf::IfOp::create(rewriter, op.getLoc(), types,
                                 op.getCondition(), /*addThenBlock=*/false,
                                 /*addElseBlock=*/false);
  wider->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  wider.getThenRegion().takeBody(op.getThenRegion());
  wider.getElseRegion().takeBody(op.getElseRegion());
  if (wider.getElseRegion().empty()) {
    rewriter.createBlock(&wider.getElseRegion());
    scf::YieldOp::create(rewriter, op.getLoc());
  }
  // The branch that does not add to a row hands it on.
  SmallVector<SmallVector<Value>> rows(2);
  for (auto [region, yields] : llvm::zip_equal(wider->getRegions(), rows)) {
    for (Slot *slot : inside)
      yields.push_back(slot->row.getParentRegion() == &region ? slot->row
                                                              : zero);
    Operation *yield = region.front().getTerminator();
    yield->insertOperands(yield->getNumOperands(), yields);
    for (auto [number, slot] : llvm::enumerate(inside))
      if (yields[number] == zero)
        slot->inits.push_back(&yield->getOpOperand(yield->getNumOperands() -
                                                   inside.size() + number));
  }
  rewriter.replaceOp(op, wider.getResults().drop_back(inside.size()));
  for (auto [number, slot] : llvm::enumerate(inside))
    slot->row = wider.getResult(wider.getNumResults() - inside.size() + number);
}

void RowCollector::carry(RewriterBase &rewriter, scf::WhileOp op,
                         ArrayRef<Slot *> inside) {
  SmallVector<Value> inits(op.getInits());
  inits.append(inside.size(), zero);
  SmallVector<Type> types(op.getResultTypes());
  types.append(inside.size(), zero.getType());
  auto wider = scf::WhileOp::create(rewriter, op.getLoc(), types, inits);
  wider->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  SmallVector<BlockArgument> arguments[2];
  for (unsigned i : {0, 1}) {
    Region &region = wider->getRegion(i);
    region.takeBody(op->getRegion(i));
    for (unsigned k = 0; k < inside.size(); ++k)
      arguments[i].push_back(
          region.front().addArgument(zero.getType(), op.getLoc()));
  }
  // Round the loop: before, the condition, after, the yield.
  SmallVector<Value> passed, yielded;
  for (auto [number, slot] : llvm::enumerate(inside)) {
    bool before = slot->row.getParentRegion() == &wider.getBefore();
    slot->setInit(arguments[before ? 0 : 1][number]);
    passed.push_back(before ? slot->row : arguments[0][number]);
    yielded.push_back(before ? arguments[1][number] : slot->row);
  }
  wider.getConditionOp().getArgsMutable().append(passed);
  wider.getYieldOp().getResultsMutable().append(yielded);
  rewriter.replaceOp(op, wider.getResults().drop_back(inside.size()));
  leave(wider, inside);
}

void RowCollector::leave(Operation *op, ArrayRef<Slot *> inside) {
  unsigned firstInit = op->getNumOperands() - inside.size();
  unsigned firstResult = op->getNumResults() - inside.size();
  for (auto [number, slot] : llvm::enumerate(inside)) {
    slot->inits.assign({&op->getOpOperand(firstInit + number)});
    slot->row = op->getResult(firstResult + number);
  }
}

void RowCollector::carryOut() {
  // By the op whose block a row has come to.
  llvm::DenseMap<Operation *, SmallVector<Slot *>> rowsIn;
  auto note = [&](Slot &slot) {
    rowsIn[slot.row.getParentBlock()->getParentOp()].push_back(&slot);
  };
  for (Slot &slot : slots) {
    slot.inits.assign({&slot.call->getOpOperand(slot.operand)});
    slot.row = slot.call->getResult(slot.result);
    note(slot);
  }
  IRRewriter rewriter(function.getContext());
  SmallVector<Operation *> around;
  function.walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
      around.push_back(op);
  });
  for (Operation *op : around) {
    auto found = rowsIn.find(op);
    if (found == rowsIn.end())
      continue;
    SmallVector<Slot *> inside = std::move(found->second);
    // A new op may lie where this one did.
    rowsIn.erase(found);
    // Those of ops inside came after its own: back in the order of add().
    llvm::sort(inside);
    rewriter.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op).Case<scf::ForOp, scf::IfOp, scf::WhileOp>(
        [&](auto flow) { carry(rewriter, flow, inside); });
    for (Slot *slot : inside)
      note(*slot);
  }
}

/// The rows of `parts`, tensors of one row (of one dimension) or several, one
/// after the other.
static Value stack(OpBuilder &builder, Location loc, ArrayRef<Value> parts) {
  auto getType = [](Value part) {
    return cast<RankedTensorType>(part.getType());
  };
  auto countRows = [&](Value part) {
    return getType(part).getRank() == 1 ? 1 : getType(part).getDimSize(0);
  };
  int64_t columns = getType(parts.front()).getShape().back(), rows = 0;
  for (Value part : parts)
    rows += countRows(part);
  Value all = tensor::EmptyOp::create(builder, loc, {rows, columns},
                                      builder.getF64Type());
  SmallVector<OpFoldResult> ones(2, builder.getIndexAttr(1));
  int64_t next = 0;
  for (Value part : parts) {
    SmallVector<OpFoldResult> offsets{builder.getIndexAttr(next),
                                      builder.getIndexAttr(0)};
    SmallVector<OpFoldResult> sizes{builder.getIndexAttr(countRows(part)),
                                    builder.getIndexAttr(columns)};
    all = tensor::InsertSliceOp::create(builder, loc, part, all, offsets, sizes,
                                        ones);
    next += countRows(part);
  }
  return all;
}

void RowCollector::finish() {
  // Bufferization compares all that is put into one tensor with one another,
  // which takes minutes for some hundred rows: few of them at a time.
  constexpr size_t kMost = 16;
  carryOut();
  auto exit = cast<func::ReturnOp>(function.front().getTerminator());
  OpBuilder builder(exit);
  Location loc = function.getLoc();
  SmallVector<Value> parts =
      llvm::map_to_vector(slots, [](const Slot &slot) { return slot.row; });
  do {
    SmallVector<Value> stacks;
    for (ArrayRef<Value> rest = parts; !rest.empty();
         rest = rest.drop_front(std::min(kMost, rest.size())))
      stacks.push_back(stack(builder, loc, rest.take_front(kMost)));
    parts = std::move(stacks);
  } while (parts.size() > 1);
  Value all = parts.empty()
                  ? tensor::EmptyOp::create(
                        builder, loc, ArrayRef<int64_t>{0, int64_t(columns)},
                        builder.getF64Type())
                        .getResult()
                  : parts.front();
  exit->insertOperands(exit->getNumOperands(), all);
  (void)function.insertResult(function.getNumResults(), all.getType(), {});
}

void RowCollector::finishCallee() {
  carryOut();
  auto exit = cast<func::ReturnOp>(function.front().getTerminator());
  unsigned arguments = function.getNumArguments();
  size_t count = slots.size();
  // All at once: each changes the function's type as a whole.
  SmallVector<Type> types(count, zero.getType());
  (void)function.insertArguments(
      SmallVector<unsigned>(count, arguments), types, {},
      SmallVector<Location>(count, function.getLoc()));
  (void)function.insertResults(
      SmallVector<unsigned>(count, function.getNumResults()), types, {});
  exit->insertOperands(
      exit->getNumOperands(),
      llvm::map_to_vector(slots, [](const Slot &slot) { return slot.row; }));
  for (auto [number, slot] : llvm::enumerate(slots))
    slot.setInit(function.getArgument(arguments + number));
}
