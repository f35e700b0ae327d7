//===- Groups.cpp - Which ops share a kernel ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over a block in program order. Each op joins the group of one of its
// operands where the loops fit and no cycle of kernels would arise, else starts
// a group. `depends[g]` holds all groups that g needs, directly or not.
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include "Access.h"
#include "Combiner.h"
#include "Regroup.h"
#include "Roots.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

bool amp::cuda::writesEachElement(linalg::LinalgOp op, OpOperand &init) {
  auto type = dyn_cast<RankedTensorType>(init.get().getType());
  if (!type || op.hasDynamicShape())
    return false;
  int64_t points = 1;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [extent, kind] :
       llvm::zip_equal(extents, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel)
      points *= extent;
  return points == type.getNumElements();
}

bool amp::cuda::isPointwiseOp(Operation *op) {
  return isPointwiseGeneric(op) ||
         isa<tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
             tensor::PadOp>(op);
}

SmallVector<int64_t> amp::cuda::getIterationShape(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getStaticLoopRanges();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return llvm::to_vector(type.getShape());
}

std::optional<int64_t> amp::cuda::getTrailingReduction(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops() == 0 || !getCombiner(generic))
    return std::nullopt;
  SmallVector<int64_t> extents = generic.getStaticLoopRanges();
  // Empty and dynamic loops have no row.
  if (llvm::any_of(extents, [](int64_t extent) { return extent <= 0; }))
    return std::nullopt;
  int64_t row = 1;
  bool parallelSeen = false;
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    if (extents[i] == 1)
      continue;
    bool reduction =
        generic.getIteratorTypesArray()[i] == utils::IteratorType::reduction;
    if (reduction && parallelSeen)
      return std::nullopt;
    parallelSeen |= !reduction;
    if (reduction)
      row *= extents[i];
  }
  for (OpOperand &init : generic.getDpsInitsMutable()) {
    auto type = dyn_cast<RankedTensorType>(init.get().getType());
    auto access = type ? getLinearAccess(generic.getMatchingIndexingMap(&init),
                                         type.getShape(), extents)
                       : std::nullopt;
    if (!access || !isRowAccess(*access, extents, row) ||
        !writesEachElement(generic, init))
      return std::nullopt;
  }
  return row;
}

int amp::cuda::findHome(const GroupHomes &home, Value value) {
  Operation *op = stripViews(value).getDefiningOp();
  auto found = op ? home.find(op) : home.end();
  return found == home.end() ? -1 : found->second;
}

SmallVector<int> amp::cuda::findSources(const GroupHomes &home, Operation *op) {
  llvm::SetVector<Value> reads(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), reads);
  llvm::SetVector<int> found;
  for (Value read : reads) {
    if (Value scalar = getFillScalar(read))
      read = scalar;
    if (int group = findHome(home, read); group >= 0)
      found.insert(group);
  }
  return found.takeVector();
}

namespace {

class GroupBuilder {
public:
  explicit GroupBuilder(Block &block) : block(block) {}
  SmallVector<Group> run();

private:
  bool isFree(Operation *op) const;
  int groupOf(Value value) const;
  SmallVector<int> sources(Operation *op) const;
  bool createsCycle(Operation *op, int group) const;
  bool readsFit(Operation *op, int group, int64_t row, bool onRows) const;
  bool fits(Operation *op, int group, int64_t &row) const;
  bool fitsEpilogue(Operation *op, int group) const;
  bool readsTransposed(Operation *op, int group) const;
  bool isRowValue(Value value, const Group &group) const;
  void join(Operation *op, int group);
  void absorbMovement(Operation *op, int group);
  void start(Operation *op);
  SmallVector<Group> regroupAndSort();

  Block &block;
  Grouping grouping;
  SmallVector<Group> &groups = grouping.groups;
  SmallVector<llvm::BitVector> &depends = grouping.depends;
  GroupHomes &home = grouping.home;
};

/// Ops that every kernel may copy: they cost nothing at run time.
bool GroupBuilder::isFree(Operation *op) const {
  return isView(op) || isa<linalg::FillOp, tensor::EmptyOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// The group that makes `value`, through views and fills; -1 if none here does.
int GroupBuilder::groupOf(Value value) const { return findHome(home, value); }

SmallVector<int> GroupBuilder::sources(Operation *op) const {
  return findSources(home, op);
}

bool GroupBuilder::createsCycle(Operation *op, int group) const {
  return llvm::any_of(sources(op), [&](int source) {
    return source != group && depends[source].test(group);
  });
}

bool GroupBuilder::isRowValue(Value value, const Group &group) const {
  auto type = cast<RankedTensorType>(value.getType());
  return group.kind == GroupKind::Row && group.row > 1 &&
         type.getNumElements() == group.volume / group.row;
}

/// Whether each value of the group that `op` reads lies where the thread that
/// computes the iteration holds it.
bool GroupBuilder::readsFit(Operation *op, int group, int64_t row,
                            bool onRows) const {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (llvm::any_of(captured, [&](Value v) { return groupOf(v) == group; }))
    return false;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return llvm::none_of(op->getOperands(),
                         [&](Value v) { return groupOf(v) == group; });
  SmallVector<int64_t> extents = generic.getStaticLoopRanges();
  for (OpOperand *input : generic.getDpsInputOperands()) {
    if (groupOf(input->get()) != group)
      continue;
    auto type = cast<RankedTensorType>(input->get().getType());
    auto access = getLinearAccess(generic.getMatchingIndexingMap(input),
                                  type.getShape(), extents);
    bool rowValue = isRowValue(input->get(), groups[group]);
    int64_t step = rowValue && !onRows ? row : 1;
    if (!access || (onRows && !rowValue) ||
        !isRowAccess(*access, extents, step))
      return false;
  }
  return true;
}

/// Whether `op` runs over the loops of a Pointwise or Row group; sets `row`
/// where it is a reduction over trailing loops.
bool GroupBuilder::fits(Operation *op, int index, int64_t &row) const {
  const Group &group = groups[index];
  if ((group.kind != GroupKind::Pointwise && group.kind != GroupKind::Row) ||
      !isa<linalg::GenericOp>(op))
    return false;
  // A filter's cast has as many iterations where one pixel comes out.
  if (isConvolutionRoot(op))
    return false;
  row = group.row;
  int64_t volume = getVolume(getIterationShape(op));
  if (std::optional<int64_t> reduced = getTrailingReduction(op)) {
    // A group gets its rows from its first reduction.
    if (volume != group.volume || *reduced == 1 ||
        (group.kind == GroupKind::Row && *reduced != group.row))
      return false;
    row = *reduced;
    return readsFit(op, index, row, /*onRows=*/false);
  }
  if (!isPointwiseGeneric(op))
    return false;
  if (volume == group.volume)
    return readsFit(op, index, row, /*onRows=*/false);
  return group.kind == GroupKind::Row && volume == group.volume / group.row &&
         readsFit(op, index, row, /*onRows=*/true);
}

/// Whether `op` reads the group's last value, once and at its first step after
/// the root, with outer loops exchanged: contractions may write their result
/// so.
bool GroupBuilder::readsTransposed(Operation *op, int index) const {
  auto generic = cast<linalg::GenericOp>(op);
  OpOperand *found = nullptr;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    if (groupOf(input->get()) != index)
      continue;
    if (found || input->get() != groups[index].ops.back()->getResult(0))
      return false;
    found = input;
  }
  if (!found || !isTensorContraction(groups[index].ops.back()))
    return false;
  AffineMap map = generic.getMatchingIndexingMap(found);
  unsigned rank = map.getNumDims();
  return rank > 1 && map.isPermutation() &&
         map.getResult(rank - 1) ==
             getAffineDimExpr(rank - 1, map.getContext());
}

/// Whether the body of `op` reads tensors from outside, element by element, as
/// gathers do. Kernels of contractions know no such address beforehand.
static bool gathers(Operation *op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::any_of(
      captured, [](Value v) { return isa<RankedTensorType>(v.getType()); });
}

/// Whether `op` is an elementwise op on the last value of a contraction or a
/// reduction that nobody else reads.
bool GroupBuilder::fitsEpilogue(Operation *op, int index) const {
  const Group &group = groups[index];
  if ((group.kind != GroupKind::Contraction &&
       group.kind != GroupKind::Reduction) ||
      !isPointwiseGeneric(op) || op->getNumResults() != 1 ||
      getVolume(getIterationShape(op)) != group.volume)
    return false;
  Operation *last = group.ops.back();
  if (last->getNumResults() != 1)
    return false;
  if (!hasOneReader(last->getResult(0), op))
    return false;
  if (group.kind == GroupKind::Contraction && gathers(op))
    return false;
  if (group.kind == GroupKind::Contraction && readsTransposed(op, index))
    return true;
  return readsFit(op, index, /*row=*/1, /*onRows=*/false);
}

void GroupBuilder::join(Operation *op, int group) {
  groups[group].ops.push_back(op);
  home[op] = group;
  for (int source : sources(op)) {
    if (source == group)
      continue;
    depends[group].set(source);
    depends[group] |= depends[source];
  }
  absorbMovement(op, group);
  // Whoever waits for this group now waits for the new sources too.
  for (llvm::BitVector &other : depends)
    if (other.test(group))
      other |= depends[group];
}

/// True for a pad of zeros, the only one a convolution kernel takes in.
static bool isZeroPad(Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  Value value = pad ? pad.getConstantPaddingValue() : Value();
  return value && (matchPattern(value, m_AnyZeroFloat()) ||
                   matchPattern(value, m_Zero()));
}

/// Whether the kernel of contraction `op` reads `value` where its source lies:
/// a pad in front of a convolution, and slices, which only change addresses.
static bool readsThrough(Operation *op, Value value) {
  if (!isTensorRoot(op))
    return false;
  Operation *source = value.getDefiningOp();
  if (source && isZeroPad(source))
    return isConvolutionRoot(op);
  return isa_and_nonnull<tensor::ExtractSliceOp>(
      stripViews(value).getDefiningOp());
}

/// Takes slices, pads and concatenations that only `op` reads into its kernel,
/// which reads through them. The host does not.
void GroupBuilder::absorbMovement(Operation *op, int group) {
  if (groups[group].kind == GroupKind::Host)
    return;
  for (Value read : op->getOperands()) {
    if (groups[group].kind == GroupKind::Contraction && !readsThrough(op, read))
      continue;
    int source = groupOf(read);
    if (source < 0 || source == group || groups[source].ops.size() != 1 ||
        depends[source].test(group) || groups[group].ops.size() >= kMaxGroupOps)
      continue;
    Operation *producer = groups[source].ops.front();
    if (!isPointwiseOp(producer) || isa<linalg::GenericOp>(producer) ||
        !hasOneReader(producer->getResult(0), op))
      continue;
    // In front: the last op is the one whose result the next reads.
    groups[group].ops.insert(groups[group].ops.begin(), producer);
    groups[source].ops.clear();
    groups[source].kind = GroupKind::Host;
    home[producer] = group;
  }
}

void GroupBuilder::start(Operation *op) {
  Group group;
  if (isTensorRoot(op)) {
    group.kind = GroupKind::Contraction;
    group.volume = getVolume(
        cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  } else if (isPointwiseOp(op)) {
    group.kind = GroupKind::Pointwise;
    group.volume = getVolume(getIterationShape(op));
  } else if (std::optional<int64_t> row = getTrailingReduction(op)) {
    group.kind = GroupKind::Row;
    group.volume = getVolume(getIterationShape(op));
    group.row = *row;
  } else if (isa<linalg::GenericOp>(op)) {
    group.kind = GroupKind::Reduction;
    group.volume = getVolume(
        cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  }
  int index = groups.size();
  groups.push_back(std::move(group));
  for (llvm::BitVector &other : depends)
    other.resize(index + 1);
  depends.emplace_back(index + 1);
  join(op, index);
}

SmallVector<Group> GroupBuilder::regroupAndSort() {
  pullTransposedWork(grouping);
  mergeRowReaders(grouping);

  // Kahn's algorithm; the ready group with the earliest first op goes first,
  // and groups are numbered by their first op.
  SmallVector<Group> sorted;
  SmallVector<int> waiting(groups.size());
  for (auto [index, set] : llvm::enumerate(depends))
    waiting[index] = set.count();
  std::set<int> ready;
  for (auto [index, count] : llvm::enumerate(waiting))
    if (count == 0)
      ready.insert(index);
  while (!ready.empty()) {
    int next = *ready.begin();
    ready.erase(ready.begin());
    if (!groups[next].ops.empty()) {
      // Movement that was taken in came after its reader.
      llvm::sort(groups[next].ops, [](Operation *a, Operation *b) {
        return a->isBeforeInBlock(b);
      });
      sorted.push_back(std::move(groups[next]));
    }
    for (auto [index, set] : llvm::enumerate(depends))
      if (set.test(next) && --waiting[index] == 0)
        ready.insert(index);
  }
  return sorted;
}

SmallVector<Group> GroupBuilder::run() {
  for (Operation &op : block.without_terminator()) {
    if (isFree(&op))
      continue;
    SmallVector<int> candidates = sources(&op);
    llvm::sort(candidates, std::greater<>());
    bool joined = false;
    for (int candidate : candidates) {
      int64_t row = 1;
      Group &group = groups[candidate];
      if (group.ops.size() >= kMaxGroupOps || createsCycle(&op, candidate))
        continue;
      bool full = fits(&op, candidate, row);
      if (!full && !fitsEpilogue(&op, candidate))
        continue;
      if (full && row > 1) {
        group.kind = GroupKind::Row;
        group.row = row;
      }
      join(&op, candidate);
      joined = true;
      break;
    }
    if (!joined)
      start(&op);
  }
  return regroupAndSort();
}

} // namespace

SmallVector<Group> amp::cuda::formGroups(Block &block) {
  return GroupBuilder(block).run();
}
