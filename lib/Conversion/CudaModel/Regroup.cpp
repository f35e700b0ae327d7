//===- Regroup.cpp - Kernels that move fewer bytes ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups grow along the loops of their ops. A norm over images whose next
// convolution wants its channels last ends in a transpose: other loops, another
// kernel, and the norm's result would go through memory in between. So its
// elementwise end moves into the kernel that transposes, which reads what the
// norm reads, and the norm's own kernel is left with the statistics. Those come
// from one look at the data where several sums read it.
//
//===----------------------------------------------------------------------===//

#include "Regroup.h"
#include "Access.h"
#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "Program.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Row kernels over so few elements cost a launch, not their reads.
static constexpr int64_t kSmallVolume = 16384;

static int64_t getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? getTensorBytes(type) : 0;
}

/// The tensors that an op reads, those captured by its body included, as they
/// lie in memory: views looked through. Fills and constants are none.
static SmallVector<Value> getTensorReads(Operation *op) {
  llvm::SetVector<Value> reads, captured;
  auto add = [&](Value value) {
    Value tensor = stripViews(value);
    if (isa<RankedTensorType>(tensor.getType()) && !getFillScalar(tensor))
      reads.insert(tensor);
  };
  for (OpOperand &operand : op->getOpOperands()) {
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    if (!dps || !dps.isDpsInit(&operand))
      add(operand.get());
  }
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::for_each(captured, add);
  return reads.takeVector();
}

//===----------------------------------------------------------------------===//
// Elementwise work before a transpose
//===----------------------------------------------------------------------===//

namespace {
/// What goes from one group into another with the op that is read.
class Pull {
public:
  Pull(Grouping &grouping, Operation *reader, int source)
      : grouping(grouping), reader(reader), source(source) {}

  /// Follows what makes `op`, which the reader reads, as far as its group goes;
  /// false where nobody would move fewer bytes.
  bool collect(linalg::GenericOp op);
  void apply(int target);
  size_t countOps() const { return moved.size() + copied.size(); }

private:
  void visit(linalg::GenericOp op);
  bool takeIn(linalg::GenericOp op, OpOperand *input);
  bool take(linalg::GenericOp producer);
  int64_t getAddedBytes() const;
  Value copyViews(OpBuilder &builder, Value value, const IRMapping &copies);

  Grouping &grouping;
  Operation *reader;
  int source;
  /// In reverse program order; the second are needed by the source group too.
  llvm::SetVector<Operation *> moved, copied;
  llvm::SetVector<Value> leaves;
};
} // namespace

/// Whether the producer of an operand comes along.
bool Pull::takeIn(linalg::GenericOp op, OpOperand *input) {
  auto producer = stripViews(input->get()).getDefiningOp<linalg::GenericOp>();
  auto found = producer ? grouping.home.find(producer) : grouping.home.end();
  if (found == grouping.home.end() || found->second != source ||
      !isPointwiseGeneric(producer) || producer->getNumResults() != 1)
    return false;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto type = cast<RankedTensorType>(input->get().getType());
  auto access = getLinearAccess(op.getMatchingIndexingMap(input),
                                type.getShape(), extents);
  if (!access || type.getNumElements() != getVolume(extents) ||
      !isIdentityAccess(*access, extents))
    return false;
  return take(producer);
}

bool Pull::take(linalg::GenericOp producer) {
  bool shared = false;
  for (Operation *user : getReaders(producer->getResult(0))) {
    if (user == reader || moved.contains(user))
      continue;
    auto home = grouping.home.find(user);
    if (home == grouping.home.end() || home->second != source)
      return false; // Written anyway.
    shared = true;
  }
  (shared ? copied : moved).insert(producer);
  return true;
}

void Pull::visit(linalg::GenericOp op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (isa<RankedTensorType>(value.getType()))
      leaves.insert(stripViews(value));
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()) && !takeIn(op, input) &&
        !getFillScalar(input->get()))
      leaves.insert(stripViews(input->get()));
}

/// Bytes that are read once more.
int64_t Pull::getAddedBytes() const {
  int64_t bytes = 0;
  for (Value leaf : leaves) {
    bool stays = llvm::any_of(grouping.groups[source].ops, [&](Operation *op) {
      return !moved.contains(op) &&
             (op == leaf.getDefiningOp() ||
              llvm::is_contained(getTensorReads(op), leaf));
    });
    bytes += stays ? getBytes(leaf) : 0;
  }
  return bytes;
}

bool Pull::collect(linalg::GenericOp op) {
  if (!take(op))
    return false;
  // The latest first: whoever reads an op was looked at before it.
  llvm::SmallPtrSet<Operation *, 8> done;
  while (true) {
    linalg::GenericOp next;
    for (const auto *set : {&moved, &copied})
      for (Operation *candidate : *set)
        if (!done.contains(candidate) &&
            (!next || next->isBeforeInBlock(candidate)))
          next = cast<linalg::GenericOp>(candidate);
    if (!next)
      break;
    done.insert(next);
    visit(next);
  }
  // The result is neither written nor read again.
  return getAddedBytes() < 2 * getBytes(op->getResult(0));
}

/// `value` seen through the same views, its source a copy.
Value Pull::copyViews(OpBuilder &builder, Value value,
                      const IRMapping &copies) {
  SmallVector<Operation *> views;
  Value at = value;
  for (; isView(at.getDefiningOp()); at = at.getDefiningOp()->getOperand(0))
    views.push_back(at.getDefiningOp());
  Value copy = copies.lookupOrNull(at);
  if (!copy)
    return value;
  for (Operation *view : llvm::reverse(views)) {
    IRMapping mapping;
    mapping.map(view->getOperand(0), copy);
    copy = builder.clone(*view, mapping)->getResult(0);
  }
  return copy;
}

void Pull::apply(int target) {
  auto inOrder = [](const llvm::SetVector<Operation *> &set) {
    SmallVector<Operation *> ops(set.begin(), set.end());
    llvm::sort(
        ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return ops;
  };
  IRMapping copies;
  auto redirect = [&](Operation *op) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      operand.set(copyViews(builder, operand.get(), copies));
  };
  auto settle = [&](Operation *op) {
    grouping.groups[target].ops.push_back(op);
    grouping.home[op] = target;
  };
  for (Operation *op : inOrder(copied)) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Operation *copy = builder.clone(*op);
    redirect(copy);
    copies.map(op->getResult(0), copy->getResult(0));
    settle(copy);
  }
  Group &from = grouping.groups[source];
  for (Operation *op : inOrder(moved)) {
    redirect(op);
    llvm::erase(from.ops, op);
    settle(op);
  }
  redirect(reader);
  if (from.ops.empty())
    from.kind = GroupKind::Host;
}

/// Whether an input runs through all of its tensor in another order.
static bool isTransposed(linalg::GenericOp op, OpOperand *input) {
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  AffineMap map = op.getMatchingIndexingMap(input);
  if (!type || !map.isPermutation())
    return false;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto access = getLinearAccess(map, type.getShape(), extents);
  return access && !isIdentityAccess(*access, extents);
}

/// Pulls what one operand of `op` is made by.
static bool pullOperand(Grouping &grouping, linalg::GenericOp op,
                        OpOperand *input, int target) {
  auto producer = stripViews(input->get()).getDefiningOp<linalg::GenericOp>();
  auto found = producer ? grouping.home.find(producer) : grouping.home.end();
  if (found == grouping.home.end() || found->second == target ||
      !isPointwiseGeneric(producer) || producer->getNumResults() != 1)
    return false;
  GroupKind kind = grouping.groups[found->second].kind;
  if (kind != GroupKind::Pointwise && kind != GroupKind::Row)
    return false;
  Pull pull(grouping, op, found->second);
  if (!pull.collect(producer) ||
      pull.countOps() + grouping.groups[target].ops.size() > kMaxGroupOps)
    return false;
  pull.apply(target);
  return true;
}

/// Which group needs which, after ops changed groups.
static void findDepends(Grouping &grouping) {
  size_t count = grouping.groups.size();
  SmallVector<SmallVector<int>> sources(count);
  for (size_t index = 0; index != count; ++index) {
    grouping.depends[index] = llvm::BitVector(count);
    for (Operation *op : grouping.groups[index].ops)
      llvm::append_range(sources[index], findSources(grouping.home, op));
    llvm::erase(sources[index], int(index));
    for (int source : sources[index])
      grouping.depends[index].set(source);
  }
  // Groups mostly come after what they need: few rounds.
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t index = 0; index != count; ++index) {
      llvm::BitVector all = grouping.depends[index];
      for (int source : sources[index])
        all |= grouping.depends[source];
      changed |= all != grouping.depends[index];
      grouping.depends[index] = std::move(all);
    }
  }
}

void cuda::pullTransposedWork(Grouping &grouping) {
  bool changed = false;
  for (int target = 0; target != int(grouping.groups.size()); ++target) {
    if (grouping.groups[target].kind != GroupKind::Pointwise)
      continue;
    SmallVector<Operation *> ops = grouping.groups[target].ops;
    for (Operation *op : ops) {
      auto generic = dyn_cast<linalg::GenericOp>(op);
      if (!generic || !isPointwiseGeneric(op))
        continue;
      for (OpOperand *input : generic.getDpsInputOperands())
        if (isTransposed(generic, input))
          changed |= pullOperand(grouping, generic, input, target);
    }
  }
  if (changed)
    findDepends(grouping);
}

//===----------------------------------------------------------------------===//
// Rows that several kernels read
//===----------------------------------------------------------------------===//

/// What two kernels of rows may have in common: a tensor that they read, or,
/// where it is small, the kernel that made it.
static SmallVector<const void *> getKeys(const Grouping &grouping,
                                         const Group &group) {
  SmallVector<const void *> keys;
  for (Operation *op : group.ops)
    for (Value tensor : getTensorReads(op)) {
      if (cast<RankedTensorType>(tensor.getType()).getNumElements() !=
          group.volume)
        continue;
      Operation *producer = tensor.getDefiningOp();
      auto home = producer ? grouping.home.find(producer) : grouping.home.end();
      if (home == grouping.home.end())
        keys.push_back(tensor.getAsOpaquePointer());
      else if (&grouping.groups[home->second] == &group)
        continue;
      else if (group.volume <= kSmallVolume)
        keys.push_back(&grouping.groups[home->second]);
      else
        keys.push_back(tensor.getAsOpaquePointer());
    }
  return keys;
}

/// Whether a kernel of both has each value of `from` that `to` reads where the
/// thread that needs it holds it.
static bool readsFit(const Grouping &grouping, int from, int to) {
  const Group &made = grouping.groups[from];
  for (Operation *op : grouping.groups[to].ops) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    for (Value value : captured)
      if (findHome(grouping.home, value) == from)
        return false;
    for (OpOperand &operand : op->getOpOperands()) {
      if (findHome(grouping.home, operand.get()) != from)
        continue;
      if (!generic || generic.isDpsInit(&operand))
        return false;
      SmallVector<int64_t> extents = generic.getStaticLoopRanges();
      auto type = cast<RankedTensorType>(operand.get().getType());
      auto access = getLinearAccess(generic.getMatchingIndexingMap(&operand),
                                    type.getShape(), extents);
      bool onRows = getVolume(extents) * made.row == made.volume;
      bool rowValue = type.getNumElements() * made.row == made.volume;
      if (!access || (onRows && !rowValue) ||
          !isRowAccess(*access, extents, rowValue && !onRows ? made.row : 1))
        return false;
    }
  }
  return true;
}

/// Whether one kernel can do what two do: neither waits for a third that waits
/// for the other.
static bool canMerge(const Grouping &grouping, int into, int from) {
  const Group &a = grouping.groups[into], &b = grouping.groups[from];
  if (into == from || a.volume != b.volume || a.row != b.row || a.ops.empty() ||
      a.ops.size() + b.ops.size() > kMaxGroupOps ||
      grouping.depends[into].test(from))
    return false;
  if (!grouping.depends[from].test(into))
    return true;
  for (int between : grouping.depends[from].set_bits())
    if (grouping.depends[between].test(into))
      return false;
  return readsFit(grouping, into, from);
}

static void mergeGroups(Grouping &grouping, int into, int from) {
  Group &target = grouping.groups[into], &source = grouping.groups[from];
  for (Operation *op : source.ops)
    grouping.home[op] = into;
  target.ops.append(source.ops);
  source.ops.clear();
  source.kind = GroupKind::Host;
  grouping.depends[into] |= grouping.depends[from];
  grouping.depends[into].reset(into);
  // The one left over stands for the other: who waits for it waits for both.
  for (llvm::BitVector &other : grouping.depends) {
    if (other.test(from))
      other.set(into);
    if (other.test(into))
      other |= grouping.depends[into];
  }
}

void cuda::mergeRowReaders(Grouping &grouping) {
  llvm::MapVector<const void *, SmallVector<int>> known;
  for (int index = 0; index != int(grouping.groups.size()); ++index) {
    Group &group = grouping.groups[index];
    if (group.kind != GroupKind::Row)
      continue;
    SmallVector<const void *> keys = getKeys(grouping, group);
    auto fits = [&](int other) { return canMerge(grouping, other, index); };
    int home = index;
    for (const void *key : keys)
      if (auto *found = llvm::find_if(known[key], fits);
          home == index && found != known[key].end())
        home = *found;
    if (home != index)
      mergeGroups(grouping, home, index);
    for (const void *key : keys)
      known[key].push_back(home);
  }
}
