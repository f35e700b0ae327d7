//===- ConvLayout.cpp - Which tensors have their channels last ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution whose image is NCHW gathers single elements; in NHWC it copies
// runs of 16 bytes, as wgmma needs them. A transpose costs a read and a write.
// So each op gets a label, 1 for channels last, and the labels are the minimum
// of a sum of terms that cost where one is 0 and the other 1: a minimum cut.
//
//===----------------------------------------------------------------------===//

#include "ConvLayout.h"
#include "Access.h"
#include "AmpDialect/Analysis/CutNetwork.h"
#include "AmpDialect/Conversion/CudaModel/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Groups.h"
#include "Program.h"
#include "Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CONVLAYOUTPASS
#include "AmpDialect/Conversion/CudaModel/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// A reduction over so many trailing elements keeps its rows contiguous.
static constexpr int64_t kLongRow = 1024;
/// What part of a transpose's bytes one costs that such a kernel takes in as
/// casts a picture: it reads in another order.
static constexpr int64_t kEntryDiscount = 32;
/// What a sum over the pixels of channels costs with channels last, in halves
/// of a read: a kernel of its own, which the sums and the elementwise ops of a
/// norm do not share as they do along rows.
static constexpr int64_t kColumnSumHalfReads = 3;

namespace {
constexpr unsigned kNone = ~0u;

/// What an op is to the choice.
struct Role {
  enum Kind { Other, Follow, Convolution } kind = Other;
  /// Follow: the loop over channels (or the dimension, for an op without loops)
  /// once known. Convolution: those over input and output channels.
  unsigned readLoop = kNone, writeLoop = kNone;
  /// Labels of what it reads and writes.
  unsigned readNode = kNone, writeNode = kNone;
};

/// What is lost where a convolution reads channels as they are (all but last),
/// and where it does so but writes them last.
struct Loss {
  int64_t reading = 0, turning = 0;
  unsigned readNode = kNone, writeNode = kNone;
};

/// A tensor that may be transposed: labels, and what a transpose costs.
struct Transposed {
  unsigned writer = 0, somebody = 0, all = 0;
  llvm::SetVector<unsigned> readers;
  CutCost cost = 0;
};

class Planner {
public:
  Planner(Block &block, ConvLayout mode) : block(block), mode(mode) {}
  LayoutPlan run();

private:
  void classify(Operation &op);
  bool setChannel(Value value, int64_t dim);
  void seed(Operation *op);
  void spread();
  void spreadThrough(Operation *op, Role &role);
  bool agree(Operation *op, unsigned loop);
  bool findLoop(Operation *op, Role &role);
  Loss getLoss(linalg::LinalgOp op) const;
  CutCost getColumnCost(Operation *op, unsigned channelLoop) const;
  void addNodes();
  void findEntryOps();
  bool isReadAtEntry(Value value) const;
  void addTransposes(Value value);
  std::vector<uint8_t> solve();
  unsigned getWriter(Value value) const;
  void collectReaders(Value value, llvm::SetVector<unsigned> &readers) const;
  LayoutPlan makePlan(ArrayRef<uint8_t> labels);

  Block &block;
  ConvLayout mode;
  llvm::MapVector<Operation *, Role> roles;
  llvm::DenseMap<Value, int64_t> channels;
  /// Tensors whose channels some op finds last already.
  llvm::DenseSet<Value> kept;
  SmallVector<Operation *> waiting;
  /// Elementwise ops and movement on the block's arguments alone.
  llvm::SmallPtrSet<Operation *, 16> entryOps;
  /// Node 0 is what stays as it is.
  std::vector<uint8_t> fixed{0};
  std::vector<Loss> losses;
  /// What ops cost that read channels last.
  std::vector<std::pair<unsigned, CutCost>> columns;
  SmallVector<Transposed> transposed;
};
} // namespace

/// Whether a tensor with `dim` behind all others would be laid out otherwise.
static bool isMoved(RankedTensorType type, int64_t dim) {
  return llvm::any_of(type.getShape().drop_front(dim + 1),
                      [](int64_t extent) { return extent != 1; }) &&
         type.getDimSize(dim) != 1;
}

/// Ops without loops whose tensors all have the same dimensions.
static bool isMovement(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return pad.getConstantPaddingValue() &&
           !ShapedType::isDynamicShape(pad.getStaticLow()) &&
           !ShapedType::isDynamicShape(pad.getStaticHigh());
  auto isStatic = [](auto slice, RankedTensorType small, RankedTensorType all) {
    return small.getRank() == all.getRank() &&
           !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
           !ShapedType::isDynamicShape(slice.getStaticSizes()) &&
           !ShapedType::isDynamicShape(slice.getStaticStrides());
  };
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return isStatic(slice, slice.getType(), slice.getSourceType());
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return isStatic(slice, slice.getSourceType(), slice.getType());
  return isa<tensor::ConcatOp>(op);
}

bool cuda::readsColumnRuns(linalg::LinalgOp op) {
  Value image = op.getDpsInputs()[0];
  auto type = cast<RankedTensorType>(image.getType());
  int64_t run = 64 / type.getElementTypeBitWidth();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto access =
      getLinearAccess(op.getIndexingMapsArray()[0], type.getShape(), extents);
  if (!access || image.getDefiningOp<tensor::PadOp>())
    return false;
  auto kinds = op.getIteratorTypesArray();
  bool found = false;
  for (auto [loop, coefficient] : llvm::enumerate(access->coefficients)) {
    bool along = coefficient == 1 && extents[loop] % run == 0 &&
                 kinds[loop] == utils::IteratorType::reduction;
    if (!along && coefficient % run != 0)
      return false;
    found |= along;
  }
  return found;
}

/// What takes no memory before a kernel reads it: written in any layout.
static bool isFree(Value value) {
  Operation *op = value.getDefiningOp();
  return op && (isa<linalg::FillOp, tensor::EmptyOp>(op) ||
                op->hasTrait<OpTrait::ConstantLike>());
}

/// The tensors that an op reads as operands, its inits included.
static SmallVector<Value> getTensorOperands(Operation *op) {
  return llvm::filter_to_vector(op->getOperands(), [](Value value) {
    return isa<RankedTensorType>(value.getType());
  });
}

void Planner::classify(Operation &op) {
  // Tensors without elements have no kernel; the error comes later.
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !isa<ShapedType>(type) ||
           (tensor && tensor.hasStaticShape() && tensor.getNumElements() != 0);
  };
  if (op.getNumResults() == 0 || op.hasAttr(kGemmConfigAttrName) ||
      !llvm::all_of(op.getOperandTypes(), isKnown) ||
      !llvm::all_of(op.getResultTypes(), isKnown))
    return;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (isMovement(&op)) {
    roles[&op].kind = Role::Follow;
    return;
  }
  if (!linalgOp || isa<linalg::FillOp>(op) ||
      !linalgOp.hasPureTensorSemantics() || isTensorContraction(&op))
    return;
  if (!isConvolutionRoot(&op)) {
    if (isa<linalg::GenericOp>(op))
      roles[&op].kind = Role::Follow;
    return;
  }
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(linalgOp);
  if (failed(dims))
    return;
  Role role;
  if (dims->depth.empty() && dims->inputChannel.size() == 1 &&
      dims->outputChannel.size() == 1) {
    role.kind = Role::Convolution;
    role.readLoop = dims->inputChannel.front();
    role.writeLoop = dims->outputChannel.front();
  } else if (dims->depth.size() == 1 && dims->inputChannel.empty() &&
             dims->outputChannel.empty()) {
    role.kind = Role::Follow;
    role.readLoop = role.writeLoop = dims->depth.front();
  } else {
    return;
  }
  roles[&op] = role;
}

/// Notes a tensor's channels; false where they were another dimension.
bool Planner::setChannel(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() < 3)
    return true;
  if (!isMoved(type, dim)) {
    if (channels.contains(value))
      return false;
    kept.insert(value);
    return true;
  }
  if (kept.contains(value))
    return false;
  auto [entry, isNew] = channels.try_emplace(value, dim);
  if (!isNew)
    return entry->second == dim;
  if (Operation *op = value.getDefiningOp())
    waiting.push_back(op);
  for (Operation *user : value.getUsers())
    waiting.push_back(user);
  return true;
}

/// The channels of what a convolution touches.
void Planner::seed(Operation *op) {
  Role &role = roles[op];
  auto linalgOp = cast<linalg::LinalgOp>(op);
  SmallVector<AffineMap> maps = linalgOp.getIndexingMapsArray();
  if (role.kind == Role::Follow) {
    spreadThrough(op, role);
    return;
  }
  std::optional<unsigned> read = findAlone(maps[0], role.readLoop);
  std::optional<unsigned> write = findAlone(maps.back(), role.writeLoop);
  bool good = read && write && linalgOp.getNumDpsInits() == 1 &&
              setChannel(linalgOp.getDpsInputs()[0], *read) &&
              setChannel(linalgOp.getDpsInits()[0], *write) &&
              setChannel(op->getResult(0), *write);
  if (!good)
    role.kind = Role::Other;
}

/// The channels' loop of an op, from a tensor whose channels are known.
bool Planner::findLoop(Operation *op, Role &role) {
  if (role.readLoop != kNone)
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    SmallVector<Value> tensors = getTensorOperands(op);
    llvm::append_range(tensors, op->getResults());
    for (Value value : tensors)
      if (auto found = channels.find(value); found != channels.end()) {
        role.readLoop = role.writeLoop = found->second;
        return true;
      }
    return false;
  }
  auto look = [&](Value value, AffineMap map) {
    auto found = channels.find(value);
    if (found == channels.end() || role.readLoop != kNone)
      return;
    if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(found->second)))
      role.readLoop = role.writeLoop = loop.getPosition();
    else
      role.kind = Role::Other;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()))
      look(operand.get(), linalgOp.getMatchingIndexingMap(&operand));
  for (OpResult result : op->getResults())
    look(result, linalgOp.getIndexingMapMatchingResult(result));
  return role.readLoop != kNone && role.kind != Role::Other;
}

/// Whether all tensors of an op can have the loop's dimension as channels.
bool Planner::agree(Operation *op, unsigned loop) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    SmallVector<Value> tensors = getTensorOperands(op);
    llvm::append_range(tensors, op->getResults());
    return llvm::all_of(tensors,
                        [&](Value value) { return setChannel(value, loop); });
  }
  auto check = [&](Value value, AffineMap map) {
    std::optional<unsigned> dim = findAlone(map, loop);
    return dim ? setChannel(value, *dim) : !map.isFunctionOfDim(loop);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        !check(operand.get(), linalgOp.getMatchingIndexingMap(&operand)))
      return false;
  return llvm::all_of(op->getResults(), [&](OpResult result) {
    return check(result, linalgOp.getIndexingMapMatchingResult(result));
  });
}

void Planner::spreadThrough(Operation *op, Role &role) {
  if (role.kind != Role::Follow)
    return;
  if (findLoop(op, role) && !agree(op, role.readLoop))
    role.kind = Role::Other;
}

void Planner::spread() {
  for (auto &[op, role] : roles)
    if (role.readLoop != kNone)
      seed(op);
  while (!waiting.empty()) {
    Operation *op = waiting.pop_back_val();
    if (auto found = roles.find(op); found != roles.end())
      spreadThrough(op, found->second);
  }
}

/// What a convolution loses where its image keeps its channels.
Loss Planner::getLoss(linalg::LinalgOp op) const {
  Value image = op.getDpsInputs()[0];
  auto type = cast<RankedTensorType>(image.getType());
  auto found = channels.find(image);
  unsigned bits = type.getElementTypeBitWidth();
  if (found == channels.end() || bits > 16 || bits % 8 != 0 ||
      !isa<FloatType>(type.getElementType()) ||
      type.getDimSize(found->second) * bits % 64 != 0 || readsColumnRuns(op))
    return {};
  auto [batch, m, n, k] = getDeclaredSizes(op);
  int64_t products = batch * m * n * k;
  int64_t shortRuns = products * kShortRunPenaltyTenths / 10;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  bool plain = k == type.getDimSize(found->second) &&
               result.getNumElements() / n == type.getNumElements() / k;
  bool shortChannels = type.getDimSize(found->second) * bits % 128 != 0;
  if (shortChannels)
    return {plain ? 0 : products * kGatherPenalty - shortRuns, 0};
  if (!plain)
    return {products * kGatherPenalty, 0};
  // Pixels in a row, without a window and strides, are runs too. wgmma takes
  // them on its right side only, where results run along pixels as well.
  int64_t row = 1;
  for (int64_t extent : type.getShape().drop_front(found->second + 1))
    row *= extent;
  if (row * bits % 128 == 0)
    return {0, shortRuns};
  return {shortRuns, 0};
}

/// What a sum over pixels, whose rows are contiguous where channels are as they
/// are, costs where they are last.
CutCost Planner::getColumnCost(Operation *op, unsigned channelLoop) const {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops() == 0)
    return 0;
  auto kinds = generic.getIteratorTypesArray();
  CutCost bytes = 0;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    auto found = channels.find(input->get());
    AffineMap map = generic.getMatchingIndexingMap(input);
    if (found == channels.end() || !map.isPermutation() ||
        kinds[channelLoop] != utils::IteratorType::parallel)
      continue;
    bool rows = llvm::all_of(
        map.getResults().drop_front(found->second + 1), [&](AffineExpr expr) {
          return kinds[cast<AffineDimExpr>(expr).getPosition()] ==
                 utils::IteratorType::reduction;
        });
    if (rows)
      bytes += getTensorBytes(cast<RankedTensorType>(input->get().getType()));
  }
  return bytes * kColumnSumHalfReads * kProductsPerByte / 2;
}

/// A label for each op that has a choice.
void Planner::addNodes() {
  auto add = [&](uint8_t value) {
    fixed.push_back(value);
    return unsigned(fixed.size() - 1);
  };
  for (auto &[op, role] : roles) {
    if (role.kind == Role::Other || role.readLoop == kNone)
      continue;
    role.readNode = role.writeNode = add(CutNetwork::kFree);
    if (role.kind == Role::Convolution) {
      role.writeNode = add(CutNetwork::kFree);
      Loss loss = getLoss(cast<linalg::LinalgOp>(op));
      loss.readNode = role.readNode;
      loss.writeNode = role.writeNode;
      if (loss.reading && mode == ConvLayout::Last)
        fixed[role.readNode] = 1;
      losses.push_back(loss);
      continue;
    }
    std::optional<int64_t> row = getTrailingReduction(op);
    if (row && *row >= kLongRow)
      fixed[role.readNode] = 0;
    else
      columns.emplace_back(role.readNode, getColumnCost(op, role.readLoop));
  }
}

/// The label that a tensor is written with; kNone for what is free.
unsigned Planner::getWriter(Value value) const {
  if (isFree(value))
    return kNone;
  Operation *op = value.getDefiningOp();
  auto found = op ? roles.find(op) : roles.end();
  return found == roles.end() || found->second.writeNode == kNone
             ? 0
             : found->second.writeNode;
}

/// The labels that a tensor is read with.
void Planner::collectReaders(Value value,
                             llvm::SetVector<unsigned> &readers) const {
  for (OpOperand &use : value.getUses()) {
    auto found = roles.find(use.getOwner());
    if (found == roles.end() || found->second.readNode == kNone) {
      readers.insert(0);
      continue;
    }
    const Role &role = found->second;
    auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    bool isInit = dps && dps.isDpsInit(&use);
    if (role.kind == Role::Convolution && !isInit &&
        use.getOperandNumber() != 0)
      readers.insert(0);
    else
      readers.insert(isInit ? role.writeNode : role.readNode);
  }
}

void Planner::findEntryOps() {
  for (Operation &op : block) {
    auto found = roles.find(&op);
    bool reads = llvm::all_of(getTensorOperands(&op), [&](Value value) {
      Operation *source = value.getDefiningOp();
      return isFree(value) || !source || entryOps.contains(source);
    });
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (reads && found != roles.end() && found->second.kind == Role::Follow &&
        !(linalgOp && linalgOp.getNumReductionLoops() != 0))
      entryOps.insert(&op);
  }
}

/// Whether the kernels that read a tensor would be there anyway, and have
/// nothing to do but to read it: a picture that is cast.
bool Planner::isReadAtEntry(Value value) const {
  Operation *op = value.getDefiningOp();
  return (!op || entryOps.contains(op)) &&
         llvm::all_of(value.getUsers(), [&](Operation *user) {
           return isa<linalg::GenericOp>(user) && entryOps.contains(user);
         });
}

/// A tensor whose channels may be last. One transpose serves all who want it: a
/// node for "somebody reads channels last" and one for "all do".
void Planner::addTransposes(Value value) {
  auto found = channels.find(value);
  unsigned writer = getWriter(value);
  if (found == channels.end() || writer == kNone)
    return;
  Transposed tensor;
  tensor.writer = writer;
  collectReaders(value, tensor.readers);
  auto type = cast<RankedTensorType>(value.getType());
  tensor.cost = CutCost(2) * getTensorBytes(type) * kProductsPerByte;
  if (isReadAtEntry(value))
    tensor.cost /= kEntryDiscount;
  auto reads = [&](uint8_t label) {
    return llvm::any_of(tensor.readers,
                        [&](unsigned node) { return fixed[node] == label; });
  };
  bool last = reads(1), plain = reads(0);
  tensor.somebody = fixed.size();
  fixed.push_back(last ? 1 : CutNetwork::kFree);
  tensor.all = fixed.size();
  fixed.push_back(plain ? 0 : CutNetwork::kFree);
  transposed.push_back(std::move(tensor));
}

/// The terms of all tensors and convolutions.
std::vector<uint8_t> Planner::solve() {
  for (Value argument : block.getArguments())
    addTransposes(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      addTransposes(result);
  CutNetwork network(fixed);
  auto demand = [&](unsigned a, unsigned b) { // a <= b
    if (fixed[a] == CutNetwork::kFree && fixed[b] == CutNetwork::kFree)
      network.addTerm(a, b, 0, kInfiniteCut);
  };
  for (const Transposed &tensor : transposed) {
    for (unsigned reader : tensor.readers) {
      demand(reader, tensor.somebody);
      demand(tensor.all, reader);
    }
    network.addTerm(tensor.writer, tensor.somebody, tensor.cost);
    network.addTerm(tensor.all, tensor.writer, tensor.cost);
  }
  for (const Loss &loss : losses) {
    network.addUnary(loss.readNode, -CutCost(loss.reading));
    network.addTerm(loss.readNode, loss.writeNode, loss.turning);
  }
  for (auto [node, cost] : columns)
    network.addUnary(node, cost);
  return network.solve();
}

LayoutPlan Planner::makePlan(ArrayRef<uint8_t> labels) {
  LayoutPlan plan;
  for (auto &[op, role] : roles) {
    if (role.readNode == kNone)
      continue;
    LayoutChoice choice{labels[role.readNode] == 1, labels[role.writeNode] == 1,
                        role.readLoop, role.writeLoop};
    if (choice.reads || choice.writes)
      plan.choices[op] = choice;
  }
  plan.channels = std::move(channels);
  return plan;
}

LayoutPlan Planner::run() {
  bool any = false;
  for (Operation &op : block) {
    classify(op);
    auto found = roles.find(&op);
    any |= found != roles.end() && found->second.kind == Role::Convolution;
  }
  if (!any)
    return LayoutPlan();
  spread();
  findEntryOps();
  addNodes();
  return makePlan(solve());
}

LayoutPlan cuda::planLayouts(Block &block, ConvLayout mode) {
  return Planner(block, mode).run();
}

namespace {
struct ConvLayoutPass : amp::impl::ConvLayoutPassBase<ConvLayoutPass> {
  using ConvLayoutPassBase::ConvLayoutPassBase;
  void runOnOperation() override {
    if (mode == ConvLayout::Keep)
      return;
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      Operation *parent = block->getParentOp();
      if (isa<func::FuncOp>(parent) ||
          isa_and_nonnull<scf::SCFDialect>(parent->getDialect()))
        blocks.push_back(block);
    });
    for (Block *block : blocks) {
      LayoutPlan plan = planLayouts(*block, mode);
      applyLayouts(*block, plan);
    }
  }
};
} // namespace
