//===- FormKernels.cpp - The amp-form-kernels pass ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Conversion/CudaModel/Passes.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Attention.h"
#include "GroupLaunches.h"
#include "Groups.h"
#include "Rounding.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "AmpDialect/Conversion/CudaModel/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

namespace {

StringRef getRootName(const Group &group) {
  switch (group.kind) {
  case GroupKind::Contraction:
    return "contraction";
  case GroupKind::Row:
    return "rows";
  case GroupKind::Reduction:
    return "reduction";
  case GroupKind::Pointwise:
  case GroupKind::Host:
    break;
  }
  return "pointwise";
}

/// The op that a kernel is there for: its contraction or first reduction, else
/// its first op.
Operation *findRoot(const Group &group) {
  for (Operation *op : group.ops) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp && linalgOp.getNumReductionLoops() != 0)
      return op;
  }
  return group.ops.front();
}

/// A value that a kernel makes for itself instead of taking it as an argument.
bool isCheapInKernel(Operation *op, bool contraction) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  Attribute constant;
  if (!matchPattern(op, m_Constant(&constant)))
    return false;
  return !isa<ShapedType>(op->getResult(0).getType()) ||
         (isa<SplatElementsAttr>(constant) && !contraction);
}

class KernelOutliner {
public:
  explicit KernelOutliner(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}

  /// Replaces the groups of a block by calls and host ops, in order.
  void outlineBlock(Block &block);

private:
  void collectInputs(const Group &group);
  void shareViewedInputs();
  void addInput(Value value, const Group &group);
  void collectOutputs(const Group &group);
  bool isReadOutside(Value value, const Group &group) const;
  func::FuncOp buildKernel(const Group &group);
  func::FuncOp share(func::FuncOp kernel, StringRef base);

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  llvm::StringMap<func::FuncOp> known;
  llvm::StringMap<unsigned> numbers;
  // Of the group at hand.
  llvm::SetVector<Operation *> members;
  llvm::SetVector<Value> inputs;
  llvm::SetVector<Operation *> copied;
  SmallVector<Value> outputs;
};

/// Sorts `value`, read by the group, into inputs and ops to copy.
void KernelOutliner::addInput(Value value, const Group &group) {
  // Sources of copied ops come before the ops: build the chain backwards.
  SmallVector<Operation *> chain;
  Value at = value;
  while (true) {
    Operation *op = at.getDefiningOp();
    if (!op || members.contains(op))
      break;
    bool viewOfMember =
        isView(op) &&
        (members.contains(stripViews(at).getDefiningOp()) || getFillScalar(at));
    if (isCheapInKernel(op, group.kind == GroupKind::Contraction)) {
      chain.push_back(op);
      at = Value();
      break;
    }
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      addInput(fill.value(), group);
      addInput(fill.output(), group);
      chain.push_back(op);
      at = Value();
      break;
    }
    if (!viewOfMember)
      break;
    chain.push_back(op);
    at = op->getOperand(0);
  }
  if (at && !members.contains(at.getDefiningOp()))
    inputs.insert(at);
  for (Operation *op : llvm::reverse(chain))
    copied.insert(op);
}

void KernelOutliner::collectInputs(const Group &group) {
  members.clear();
  inputs.clear();
  copied.clear();
  members.insert(group.ops.begin(), group.ops.end());
  for (Operation *op : group.ops) {
    llvm::SetVector<Value> reads(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), reads);
    for (Value read : reads)
      addInput(read, group);
  }
  if (group.kind != GroupKind::Contraction)
    shareViewedInputs();
}

/// Views of one tensor become one input, so that its elements are loaded once.
void KernelOutliner::shareViewedInputs() {
  llvm::MapVector<Value, SmallVector<Value>> bases;
  for (Value input : inputs)
    bases[stripViews(input)].push_back(input);
  inputs.clear();
  for (auto &[base, views] : bases) {
    if (views.size() == 1) {
      inputs.insert(views.front());
      continue;
    }
    inputs.insert(base);
    for (Value view : views) {
      SmallVector<Operation *> chain;
      for (; view != base; view = view.getDefiningOp()->getOperand(0))
        chain.push_back(view.getDefiningOp());
      for (Operation *op : llvm::reverse(chain))
        copied.insert(op);
    }
  }
}

bool KernelOutliner::isReadOutside(Value value, const Group &group) const {
  SmallVector<Value> values{value};
  while (!values.empty()) {
    for (Operation *user : values.pop_back_val().getUsers()) {
      Operation *top =
          group.ops.front()->getBlock()->findAncestorOpInBlock(*user);
      if (isView(user) && top == user)
        values.push_back(user->getResult(0));
      else if (!members.contains(top))
        return true;
    }
  }
  return false;
}

void KernelOutliner::collectOutputs(const Group &group) {
  outputs.clear();
  for (Operation *op : group.ops)
    for (Value result : op->getResults())
      if (isReadOutside(result, group))
        outputs.push_back(result);
}

func::FuncOp KernelOutliner::buildKernel(const Group &group) {
  Location loc = group.ops.front()->getLoc();
  auto type =
      builder.getFunctionType(TypeRange(ValueRange(inputs.getArrayRef())),
                              TypeRange(ValueRange(outputs)));
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = func::FuncOp::create(builder, loc, "kernel", type);
  kernel.setPrivate();
  kernel->setAttr(kKernelAttrName, builder.getUnitAttr());
  Block *body = kernel.addEntryBlock();
  IRMapping mapping;
  mapping.map(inputs.getArrayRef(), body->getArguments());
  builder.setInsertionPointToStart(body);
  // A copied op goes in as soon as what it reads is there: views of members
  // follow their source.
  SmallVector<Operation *> waiting(copied.begin(), copied.end());
  for (Operation *op : group.ops) {
    llvm::erase_if(waiting, [&](Operation *copy) {
      bool ready = llvm::all_of(copy->getOperands(), [&](Value operand) {
        return mapping.contains(operand);
      });
      if (ready)
        builder.clone(*copy, mapping);
      return ready;
    });
    builder.clone(*op, mapping);
  }
  func::ReturnOp::create(builder, loc,
                         llvm::map_to_vector(outputs, [&](Value output) {
                           return mapping.lookup(output);
                         }));
  keepStoredRounding(kernel);
  return kernel;
}

/// An equal kernel that exists already, or this one under a name of its own.
func::FuncOp KernelOutliner::share(func::FuncOp kernel, StringRef base) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  kernel.print(stream, OpPrintingFlags().useLocalScope());
  auto [entry, isNew] = known.try_emplace(text, kernel);
  if (!isNew) {
    kernel.erase();
    return entry->second;
  }
  std::string name = (base + "_" + Twine(numbers[base]++)).str();
  kernel->remove();
  kernel.setName(name);
  symbols.insert(kernel);
  return kernel;
}

void KernelOutliner::outlineBlock(Block &block) {
  SmallVector<Group> groups = formGroups(block);
  Operation *end = block.getTerminator();
  SmallVector<Operation *> dead;
  for (const Group &group : groups) {
    if (group.kind == GroupKind::Host) {
      for (Operation *op : group.ops) {
        op->moveBefore(end);
        moveViewsBehind(op, end);
      }
      continue;
    }
    collectInputs(group);
    collectOutputs(group);
    llvm::append_range(dead, group.ops);
    if (outputs.empty())
      continue;
    func::FuncOp kernel = share(buildKernel(group), getRootName(group));
    builder.setInsertionPoint(end);
    // The root's place comes first: errors and the audit name that one.
    SmallVector<Location> locs{findRoot(group)->getLoc()};
    for (Operation *op : group.ops)
      locs.push_back(op->getLoc());
    auto call = func::CallOp::create(builder, builder.getFusedLoc(locs), kernel,
                                     inputs.getArrayRef());
    for (auto [output, result] : llvm::zip_equal(outputs, call.getResults()))
      output.replaceAllUsesWith(result);
    moveViewsBehind(call, end);
  }
  // Views inside of kernels stayed behind in the block.
  llvm::SetVector<Operation *> views;
  for (size_t i = 0; i != dead.size() + views.size(); ++i) {
    Operation *op = i < dead.size() ? dead[i] : views[i - dead.size()];
    for (Operation *user : op->getUsers())
      if (isView(user))
        views.insert(user);
  }
  llvm::append_range(dead, views);
  for (Operation *op : dead)
    op->dropAllUses();
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  // Fills went into the kernels that read them; what they are filled with may
  // have moved behind them.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if ((isa<linalg::FillOp>(op) || isView(&op)) && isOpTriviallyDead(&op))
      op.erase();
}

/// What the host can do by itself: control flow and scalars.
bool isHostOp(Operation *op) {
  if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::YieldOp, scf::ConditionOp,
          func::ReturnOp, func::CallOp, cf::AssertOp, tensor::ExtractOp,
          tensor::EmptyOp, linalg::FillOp>(op) ||
      isView(op) || op->hasTrait<OpTrait::ConstantLike>())
    return true;
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

/// Fails where `op` is a slice that begins before the first element: what
/// upstream's folders leave as it is, and no kernel may read.
LogicalResult checkOffsets(Operation *op) {
  auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op);
  if (!slice)
    return success();
  for (OpFoldResult offset : slice.getMixedOffsets())
    if (std::optional<int64_t> number = getConstantIntValue(offset);
        number && *number < 0)
      return op->emitOpError("expected offsets to be non-negative, but got ")
             << *number;
  return success();
}

/// Fails, with the op named, where no kernel and not the host can hold an op.
LogicalResult checkModule(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<ModuleOp, func::FuncOp>(op)) // Its emitter judges a kernel.
      return op->hasAttr(kKernelAttrName) ? WalkResult::skip()
                                          : WalkResult::advance();
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(),
                                              op->getResultTypes())) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (shaped && (!shaped.hasRank() || !shaped.hasStaticShape() ||
                     !isa<RankedTensorType>(type) ||
                     !shaped.getElementType().isIntOrIndexOrFloat())) {
        op->emitOpError("cannot go to the GPU: expected tensors of static "
                        "shape and scalar type, got ")
            << type;
        return WalkResult::interrupt();
      }
      if (shaped && shaped.getNumElements() == 0) {
        op->emitOpError("cannot go to the GPU: expected tensors with elements, "
                        "got ")
            << type;
        return WalkResult::interrupt();
      }
    }
    if (failed(checkOffsets(op)))
      return WalkResult::interrupt();
    bool kernelOp = isa<linalg::GenericOp>(op) || isa<linalg::LinalgOp>(op) ||
                    isPointwiseOp(op);
    if (kernelOp)
      return WalkResult::skip();
    if (isHostOp(op))
      return WalkResult::advance();
    op->emitOpError("cannot go to the GPU: no kernel and no host code is known "
                    "for it");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// A fill that the host hands on (returned, carried by a loop) is written by a
/// kernel: an elementwise op that yields the scalar.
void materializeFills(ModuleOp module) {
  SmallVector<linalg::FillOp> fills;
  module.walk([&](linalg::FillOp fill) { fills.push_back(fill); });
  for (linalg::FillOp fill : fills) {
    SmallVector<OpOperand *> uses;
    SmallVector<Value> values{fill->getResult(0)};
    while (!values.empty())
      for (OpOperand &use : values.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (isView(user))
          values.push_back(user->getResult(0));
        if (isView(user) || isHostOp(user))
          uses.push_back(&use);
      }
    bool handedOn = llvm::any_of(
        uses, [](OpOperand *use) { return !isView(use->getOwner()); });
    if (!handedOn)
      continue;
    OpBuilder builder(fill->getContext());
    builder.setInsertionPointAfter(fill);
    auto type = cast<RankedTensorType>(fill->getResult(0).getType());
    auto copy = linalg::GenericOp::create(
        builder, fill.getLoc(), TypeRange{type}, ValueRange{},
        ValueRange{fill.output()},
        ArrayRef<AffineMap>{builder.getMultiDimIdentityMap(type.getRank())},
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        [&](OpBuilder &body, Location loc, ValueRange) {
          linalg::YieldOp::create(body, loc, fill.value());
        });
    for (OpOperand *use : uses)
      if (use->get() == fill->getResult(0))
        use->set(copy->getResult(0));
  }
}

struct FormKernelsPass : amp::impl::FormKernelsPassBase<FormKernelsPass> {
  using FormKernelsPassBase::FormKernelsPassBase;
  void runOnOperation() override {
    if (prepare) {
      OpPassManager manager(ModuleOp::getOperationName());
      buildPrepareForKernels(manager, hasTosa(getOperation()), layout);
      if (failed(runPipeline(manager, getOperation())))
        return signalPassFailure();
    }
    if (failed(formKernels(getOperation(), fuseAttention)))
      signalPassFailure();
  }
};

} // namespace

LogicalResult amp::formKernels(ModuleOp module, bool fuseAttention) {
  if (failed(checkModule(module)))
    return failure();
  materializeFills(module);
  SmallVector<Block *> blocks;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function->hasAttr(kKernelAttrName))
      continue;
    function.walk([&](Block *block) {
      if (isa<func::FuncOp>(block->getParentOp()) ||
          isa<scf::SCFDialect>(block->getParentOp()->getDialect()))
        blocks.push_back(block);
    });
  }
  KernelOutliner outliner(module);
  for (Block *block : blocks)
    outliner.outlineBlock(*block);
  if (fuseAttention)
    cuda::fuseAttention(module, blocks);
  groupLaunches(module, blocks);
  return success();
}
