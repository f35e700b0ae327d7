//===- Attention.cpp - Two products and the rows between them -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/AttentionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "GroupLaunches.h"
#include "Groups.h"
#include "RowEmitter.h"
#include "Softmax.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Threads that share a row of an accumulator.
static constexpr unsigned kThreadsPerRow = 4;

//===----------------------------------------------------------------------===//
// The rows between
//===----------------------------------------------------------------------===//

/// The first reduction of a kernel of rows.
static linalg::GenericOp findReduction(func::FuncOp rows) {
  for (auto op : rows.front().getOps<linalg::GenericOp>())
    if (op.getNumReductionLoops() != 0)
      return op;
  return {};
}

/// How threads share the rows that `rows` makes, nothing where it makes none.
static std::optional<RowShape> getRowShape(func::FuncOp rows) {
  linalg::GenericOp reduction = findReduction(rows);
  std::optional<int64_t> row =
      reduction ? getTrailingReduction(reduction) : std::nullopt;
  if (!row || *row == 1)
    return std::nullopt;
  RowShape shape;
  shape.row = *row;
  shape.rows = getVolume(reduction.getStaticLoopRanges()) / *row;
  shape.threads = kThreadsPerRow;
  shape.lanes = *row % 2 == 0 ? 2 : 1;
  shape.rowsPerBlock = 1;
  shape.chunks = 0;
  return shape;
}

/// Whether a thread that has some elements of the tensor `value` needs no
/// others of it: all that read it do so as their loops run.
static bool readsOwnElements(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isView(user))
      return readsOwnElements(user->getResult(0));
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || generic.isDpsInit(&use))
      return false;
    SmallVector<int64_t> extents = generic.getStaticLoopRanges();
    auto type = cast<RankedTensorType>(use.get().getType());
    std::optional<LinearAccess> access = getLinearAccess(
        generic.getMatchingIndexingMap(&use), type.getShape(), extents);
    return access && isIdentityAccess(*access, extents) &&
           getVolume(extents) == type.getNumElements();
  });
}

/// Whether `rows` makes of the rows of its argument `scores` others of the same
/// length, its only result.
static bool makesRows(func::FuncOp rows, unsigned scores) {
  std::optional<RowShape> shape = getRowShape(rows);
  if (!shape || rows.getNumResults() != 1)
    return false;
  auto made = dyn_cast<RankedTensorType>(rows.getResultTypes().front());
  auto read = dyn_cast<RankedTensorType>(rows.getArgumentTypes()[scores]);
  int64_t elements = shape->row * shape->rows;
  return made && read && made.getNumElements() == elements &&
         read.getNumElements() == elements &&
         readsOwnElements(rows.getArgument(scores));
}

namespace {
/// Code for the rows that a kernel function makes of its argument `scores`.
class RowCode : public AttentionRows {
public:
  /// `places`: the kernel's argument that each argument of `rows` is.
  RowCode(func::FuncOp rows, unsigned scores,
          ArrayRef<std::optional<unsigned>> places = {})
      : rows(rows), scores(scores), places(places),
        softmax(matchSoftmax(rows)) {}

  LogicalResult computeWeights(AttentionRow &row) override;
  bool isSoftmax() const override;
  LogicalResult computeLogits(AttentionRow &row) override;
  Value computePower(OpBuilder &builder, Value logit) override;
  Type getPowerType() const override;
  LogicalResult scale(AttentionRow &row, Value total) override;

private:
  /// Runs `emit` with an evaluator of what `rows` computes, the row at hand.
  using Emit = llvm::function_ref<LogicalResult(KernelBuilder &, RowEmitter &,
                                                Value number)>;
  LogicalResult emitIn(AttentionRow &row, bool holds, Emit emit);

  func::FuncOp rows;
  unsigned scores;
  SmallVector<std::optional<unsigned>> places;
  std::optional<Softmax> softmax;
};
} // namespace

LogicalResult RowCode::emitIn(AttentionRow &row, bool holds, Emit emit) {
  KernelBuilder kernel(rows, row.function, row.builder.saveInsertionPoint());
  Evaluator &evaluator = *kernel.evaluator;
  for (auto [argument, place] : llvm::zip_equal(rows.getArguments(), places))
    if (place)
      evaluator.mapArgument(argument, row.function.getArgument(*place));
  auto index = [&](Value value) {
    OpBuilder &b = kernel.builder;
    return evaluator.indexType == value.getType()
               ? value
               : arith::ExtUIOp::create(b, value.getLoc(), evaluator.indexType,
                                        value)
                     .getResult();
  };
  RowShape shape = *getRowShape(rows);
  RowEmitter emitter(kernel, shape);
  Value number = index(row.number);
  if (holds) {
    // All elements of the row, or a tile of them, the last of which may reach
    // over its end.
    int64_t held = row.elements.size() * shape.threads;
    int64_t left = shape.row % held;
    emitter.hold(index(row.thread), number, rows.getArgument(scores),
                 row.elements, index(row.firstKey), left != 0 ? left : held);
  }
  LogicalResult done = emit(kernel, emitter, number);
  row.builder.restoreInsertionPoint(kernel.builder.saveInsertionPoint());
  return failure(failed(done) || evaluator.hasFailed());
}

LogicalResult RowCode::computeWeights(AttentionRow &row) {
  return emitIn(row, /*holds=*/true,
                [&](KernelBuilder &kernel, RowEmitter &emitter, Value) {
                  emitter.emitOps();
                  FailureOr<SmallVector<Value>> weights =
                      emitter.collect(kernel.results.front());
                  if (succeeded(weights))
                    row.elements = std::move(*weights);
                  return success(succeeded(weights));
                });
}

/// `value` as f32.
static Value widen(KernelBuilder &kernel, Value value) {
  Type f32 = kernel.builder.getF32Type();
  return value.getType() == f32
             ? value
             : arith::ExtFOp::create(kernel.builder, f32, value).getResult();
}

bool RowCode::isSoftmax() const { return softmax.has_value(); }

LogicalResult RowCode::computeLogits(AttentionRow &row) {
  return emitIn(
      row, /*holds=*/true,
      [&](KernelBuilder &kernel, RowEmitter &emitter, Value) {
        auto type = cast<FloatType>(getElementTypeOrSelf(softmax->logits));
        FailureOr<SmallVector<Value>> logits = emitter.collect(
            softmax->logits,
            FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(),
                                                 /*Negative=*/true)));
        if (failed(logits))
          return failure();
        row.elements = llvm::map_to_vector(
            *logits, [&](Value logit) { return widen(kernel, logit); });
        return success();
      });
}

/// A copy of `op`, which has one result, on other operands.
static Value copyOn(OpBuilder &builder, Operation *op, ValueRange operands) {
  Operation *copy = op->clone();
  copy->setOperands(operands);
  return builder.insert(copy)->getResult(0);
}

Value RowCode::computePower(OpBuilder &builder, Value logit) {
  return copyOn(builder, softmax->power, logit);
}

Type RowCode::getPowerType() const {
  return getElementTypeOrSelf(
      linalg::GenericOp(softmax->powers)->getResult(0).getType());
}

LogicalResult RowCode::scale(AttentionRow &row, Value total) {
  return emitIn(
      row, /*holds=*/false,
      [&](KernelBuilder &kernel, RowEmitter &, Value number) {
        Evaluator &evaluator = *kernel.evaluator;
        evaluator.fixValue(softmax->total->getResult(0), total);
        auto weights = cast<linalg::GenericOp>(softmax->scaling->getParentOp());
        IRMapping mapping;
        auto map = [&](Value value) {
          auto argument = dyn_cast<BlockArgument>(value);
          if (mapping.contains(value))
            return;
          if (!argument || argument.getOwner() != weights.getBody()) {
            mapping.map(value, evaluator.scalar(value));
            return;
          }
          Value read =
              weights.getDpsInputOperand(argument.getArgNumber())->get();
          mapping.map(value, isa<RankedTensorType>(read.getType())
                                 ? evaluator.load(read, {number}).front()
                                 : evaluator.scalar(read));
        };
        for (Operation *op : softmax->factorOps) {
          llvm::for_each(op->getOperands(), map);
          kernel.builder.clone(*op, mapping);
        }
        Value factor = softmax->scaling->getOperand(1 - softmax->powerSide);
        map(factor);
        if (evaluator.hasFailed())
          return failure();
        for (Value &element : row.elements) {
          SmallVector<Value> operands(2, mapping.lookup(factor));
          operands[softmax->powerSide] = element;
          element = copyOn(kernel.builder, softmax->scaling, operands);
        }
        return success();
      });
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

namespace {
/// The three calls, and the operands by which one hands on to the next.
struct Chain {
  func::CallOp scores, rows, values;
  unsigned scoresOperand = 0, weightsOperand = 0;
};
} // namespace

static func::FuncOp getCallee(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
}

static bool isKernelCall(func::CallOp call, bool contracts) {
  func::FuncOp callee = call ? getCallee(call) : func::FuncOp();
  return callee && callee->hasAttr(kKernelAttrName) && !callee.isExternal() &&
         call.getNumResults() == 1 &&
         bool(findContractionRoot(callee)) == contracts &&
         llvm::all_of(callee.getArgumentTypes(),
                      llvm::IsaPred<RankedTensorType>);
}

/// The call whose result, which nobody else reads, `call` reads as an operand;
/// sets `number` to that.
static func::CallOp findSource(func::CallOp call, bool contracts,
                               unsigned &number) {
  for (auto [position, operand] : llvm::enumerate(call.getOperands())) {
    auto source = stripViews(operand).getDefiningOp<func::CallOp>();
    if (!isKernelCall(source, contracts) ||
        source->getBlock() != call->getBlock() ||
        !hasOneReader(source.getResult(0), call))
      continue;
    number = position;
    return source;
  }
  return {};
}

/// The chain that ends in `values`. Without a call at its end there is none.
static Chain findChain(func::CallOp values) {
  Chain chain;
  if (!isKernelCall(values, /*contracts=*/true))
    return {};
  chain.rows = findSource(values, /*contracts=*/false, chain.weightsOperand);
  if (!chain.rows)
    return {};
  chain.scores =
      findSource(chain.rows, /*contracts=*/true, chain.scoresOperand);
  if (!chain.scores || !makesRows(getCallee(chain.rows), chain.scoresOperand))
    return {};
  chain.values = values;
  return chain;
}

/// The chain in the body of a kernel.
static Chain findChain(func::FuncOp kernel) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return {};
  auto result = kernel.front().getTerminator()->getOperands();
  auto last = result.empty() ? func::CallOp()
                             : result.front().getDefiningOp<func::CallOp>();
  return last ? findChain(last) : Chain();
}

/// The argument of the kernel around it that each operand of `call` is; none
/// for what another call made.
static SmallVector<std::optional<unsigned>> getArguments(func::CallOp call) {
  return llvm::map_to_vector(
      call.getOperands(), [](Value operand) -> std::optional<unsigned> {
        auto argument = dyn_cast<BlockArgument>(operand);
        return argument ? std::optional(argument.getArgNumber()) : std::nullopt;
      });
}

namespace {
class AttentionFuser {
public:
  explicit AttentionFuser(ModuleOp module)
      : symbols(module), builder(module.getContext()) {}
  void fuse(Chain chain);

private:
  using Operands = llvm::SetVector<Value>;
  func::FuncOp makeKernel(Chain chain, const Operands &operands);
  func::FuncOp getKernel(Chain chain, const Operands &operands, StringRef key);

  SymbolTable symbols;
  OpBuilder builder;
  /// By callees and operands; null where they are no kernel.
  llvm::StringMap<func::FuncOp> known;
  unsigned count = 0;
};
} // namespace

/// The function whose body is the chain.
func::FuncOp AttentionFuser::makeKernel(Chain chain, const Operands &operands) {
  Location loc = getCallee(chain.values).getLoc();
  builder.setInsertionPointAfter(getCallee(chain.values));
  auto kernel = func::FuncOp::create(
      builder, loc, ("attention_" + Twine(count++)).str(),
      builder.getFunctionType(TypeRange(ValueRange(operands.getArrayRef())),
                              chain.values.getResultTypes()));
  kernel.setPrivate();
  kernel->setAttr(kKernelAttrName, builder.getUnitAttr());
  symbols.insert(kernel);
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(operands.getArrayRef(), body->getArguments());
  builder.clone(*chain.scores, mapping);
  for (auto [call, operand] : {std::pair(chain.rows, chain.scoresOperand),
                               std::pair(chain.values, chain.weightsOperand)}) {
    SmallVector<Operation *> views;
    for (Value at = call.getOperand(operand); isView(at.getDefiningOp());
         at = at.getDefiningOp()->getOperand(0))
      views.push_back(at.getDefiningOp());
    for (Operation *view : llvm::reverse(views))
      builder.clone(*view, mapping);
    builder.clone(*call, mapping);
  }
  func::ReturnOp::create(builder, loc,
                         mapping.lookup(chain.values.getResult(0)));
  return kernel;
}

/// The kernel of all chains with that key; null where it cannot be one.
func::FuncOp AttentionFuser::getKernel(Chain chain, const Operands &operands,
                                       StringRef key) {
  auto [entry, isNew] = known.try_emplace(key);
  if (!isNew)
    return entry->second;
  AttentionParts parts;
  parts.scores = getCallee(chain.scores);
  parts.values = getCallee(chain.values);
  parts.valuesArguments.assign(chain.values.getNumOperands(), 0);
  parts.valuesArguments[chain.weightsOperand] = std::nullopt;
  if (!whyNoAttention(parts,
                      RowCode(getCallee(chain.rows), chain.scoresOperand)))
    entry->second = makeKernel(chain, operands);
  return entry->second;
}

/// Erases a call that nobody needs, and the views that it alone reads.
static void eraseCall(func::CallOp call) {
  SmallVector<Value> operands(call.getOperands());
  call.erase();
  for (Value at : operands)
    while (isView(at.getDefiningOp()) && at.use_empty()) {
      Operation *view = at.getDefiningOp();
      at = view->getOperand(0);
      view->erase();
    }
}

void AttentionFuser::fuse(Chain chain) {
  Operands operands;
  std::string key;
  for (func::CallOp call : {chain.scores, chain.rows, chain.values}) {
    key += call.getCallee().str();
    for (Value operand : call.getOperands()) {
      Operation *source = stripViews(operand).getDefiningOp();
      if (source && (source == chain.scores || source == chain.rows))
        continue;
      operands.insert(operand);
      key += ' ' +
             std::to_string(llvm::find(operands, operand) - operands.begin());
    }
    key += ';';
  }
  func::FuncOp kernel = getKernel(chain, operands, key);
  if (!kernel)
    return;
  builder.setInsertionPoint(chain.values);
  Location loc = getGroupLocation(
      builder.getContext(), {chain.scores.getLoc(), chain.values.getLoc()});
  auto call =
      func::CallOp::create(builder, loc, kernel, operands.getArrayRef());
  chain.values.getResult(0).replaceAllUsesWith(call.getResult(0));
  for (func::CallOp done : {chain.values, chain.rows, chain.scores})
    eraseCall(done);
}

void cuda::fuseAttention(ModuleOp module, ArrayRef<Block *> blocks) {
  AttentionFuser fuser(module);
  for (Block *block : blocks)
    for (func::CallOp call : llvm::to_vector(block->getOps<func::CallOp>()))
      if (Chain chain = findChain(call); chain.values)
        fuser.fuse(chain);
}

bool cuda::isAttention(func::FuncOp kernel) {
  return bool(findChain(kernel).values);
}

FailureOr<gpu::GPUModuleOp>
cuda::emitAttention(func::FuncOp kernel, const ChipInfo &chip,
                    SmallVectorImpl<DictionaryAttr> &audits) {
  Chain chain = findChain(kernel);
  AttentionParts parts{kernel, getCallee(chain.scores), getCallee(chain.values),
                       getArguments(chain.scores), getArguments(chain.values)};
  RowCode rows(getCallee(chain.rows), chain.scoresOperand,
               getArguments(chain.rows));
  return emitAttentionKernel(parts, chip, rows, audits);
}
