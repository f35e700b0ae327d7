//===- KernelBuilder.cpp - Kernels of loop nests --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes bare pointers and a range of items. Pointers that can be told
// apart are marked noalias, sums live in registers: both are what LLVM's loop
// vectoriser needs, and neither survives upstream's lowering through memrefs.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "PointerViews.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;

/// Work (points times ops, roughly nanoseconds / 4) below which waking another
/// thread costs more than it saves, and the least in a piece.
static constexpr int64_t parallelWork = 40000;
static constexpr int64_t pieceWork = 10000;
/// Elements of a reduction, and ops for them, that a row of results unrolls.
static constexpr int64_t mostUnrolled = 64, mostUnrolledOps = 512;
/// The shortest row of results that is worth vectors, and the distance of
/// elements up to which loads of every so many are.
static constexpr int64_t shortestRow = 4, farthestElement = 8;

namespace {
/// What the loops of a kernel are for.
struct Schedule {
  /// Loops [0, items) make the items that threads share out, merged into one
  /// range; unless `rangeInner`: then the row is the range.
  unsigned items = 0;
  bool rangeInner = false;
  /// The reductions are innermost and run in registers.
  bool sumsInRegisters = false;
  /// The same, unrolled: the loop around them, a row of results, is vectors.
  bool unrolled = false;
  /// Where nothing runs in registers alone: the loop of a row of results, the
  /// innermost one that is not unrolled.
  unsigned row = 0;
  /// Operands that are results and stay where they are while reductions run.
  SmallVector<unsigned> running;
};

class KernelBuilder {
public:
  KernelBuilder(LoopNest nest, ModuleSymbols &symbols)
      : nest(std::move(nest)), op(this->nest.op), loc(op.getLoc()),
        symbols(symbols), builder(op.getContext()) {}
  void run();

private:
  void arrange();
  void arrangeReductions(unsigned parallel);
  bool canUnroll(unsigned parallel);
  bool sumsAlong(unsigned parallel);
  /// Whether the body reads operand `i`: the window of a pooling, say, is there
  /// for its shape.
  bool isReadInput(size_t i) {
    return !nest.operands[i].scalar && !nest.operands[i].output &&
           !op.getBody()->getArgument(i).use_empty();
  }
  void collectArguments();
  func::FuncOp buildKernel();
  func::FuncOp buildTask(func::FuncOp kernel);
  func::FuncOp buildLaunch(func::FuncOp kernel);
  void emitParallel(func::FuncOp kernel, func::FuncOp launch, Value count,
                    Value grain);

  void emitItems(Value begin, Value end);
  void emitLoops(ArrayRef<unsigned> order, Value begin, Value end);
  void emitRunning(ArrayRef<unsigned> order);
  void emitSums(ArrayRef<unsigned> order, unsigned depth,
                SmallVectorImpl<Value> &sums);
  void emitUnrolled(ArrayRef<unsigned> order, unsigned depth,
                    SmallVectorImpl<Value> &sums);
  /// The values of all results, or with `sums` of those that stay where they
  /// are; the others are written.
  SmallVector<Value> emitBody(ArrayRef<Value> sums);
  /// The same for a body that is `extremum` alone, of a type below f32, in f32.
  SmallVector<Value> emitExtremum(Operation *extremum, Value running);
  Value emitPlace(const NestOperand &operand, unsigned index);
  Value emitLoad(const NestOperand &operand, unsigned index);
  void emitStore(const NestOperand &operand, unsigned index, Value value);
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  LoopNest nest;
  linalg::GenericOp op;
  Location loc;
  ModuleSymbols &symbols;
  OpBuilder builder;
  Schedule schedule;
  /// What the kernel is given: memrefs (as pointers) and scalars.
  llvm::SetVector<Value> arguments;
  IRMapping mapping;
  /// The kernel's values of operands' pointers and scalars, and loop counters.
  SmallVector<Value> places;
  SmallVector<Value> counters;
};
} // namespace

static int64_t countOps(linalg::GenericOp op) {
  return static_cast<int64_t>(op.getBody()->getOperations().size());
}

/// Whether each result combines its elements by one op that takes them in any
/// order, as sums and extrema do, unlike the first index of a maximum.
static bool takesAnyOrder(linalg::GenericOp op) {
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 ||
        !combiners.front()->hasTrait<OpTrait::IsCommutative>())
      return false;
  }
  return true;
}

/// Whether the first result is the largest or smallest of its elements.
static bool findsExtremum(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  return matchReduction(op.getRegionOutputArgs(), 0, combiners) &&
         combiners.size() == 1 &&
         isa<arith::MaximumFOp, arith::MinimumFOp>(combiners.front());
}

/// Whether the reductions, behind `parallel` loops, are few and short and run
/// over inputs that lie nearly as a row of results does.
bool KernelBuilder::canUnroll(unsigned parallel) {
  if (parallel == 0 || nest.loops[parallel - 1].extent < shortestRow)
    return false;
  int64_t points = 1;
  for (const NestLoop &loop : ArrayRef(nest.loops).drop_front(parallel))
    points *= loop.extent;
  if (points > mostUnrolled || points * countOps(op) > mostUnrolledOps)
    return false;
  return llvm::all_of(llvm::seq(nest.operands.size()), [&](size_t i) {
    return !isReadInput(i) ||
           std::abs(nest.operands[i].strides[parallel - 1]) <= farthestElement;
  });
}

/// Whether sums are best taken one by one, along memory.
bool KernelBuilder::sumsAlong(unsigned parallel) {
  if (parallel == 0 || nest.loops[parallel - 1].extent < 8)
    return true;
  // Short extrema cost more, one by one, than loads of every eighth element.
  int64_t reach = findsExtremum(op) ? farthestElement : 1;
  return llvm::any_of(llvm::seq(nest.operands.size()), [&](size_t i) {
    const NestOperand &operand = nest.operands[i];
    return isReadInput(i) && std::abs(operand.strides.back()) == 1 &&
           std::abs(operand.strides[parallel - 1]) > reach;
  });
}

/// Decides how reductions run, which come behind `parallel` loops.
void KernelBuilder::arrangeReductions(unsigned parallel) {
  if (canUnroll(parallel)) {
    schedule.unrolled = true;
    schedule.row = --schedule.items;
    return;
  }
  schedule.sumsInRegisters = sumsAlong(parallel);
  if (schedule.sumsInRegisters)
    return;
  // Over a row of results.
  auto inward = llvm::to_vector(llvm::seq<unsigned>(parallel - 1));
  llvm::append_range(inward, llvm::seq<unsigned>(parallel, nest.loops.size()));
  inward.push_back(parallel - 1);
  nest.permute(inward);
  --schedule.items;
}

/// Orders loops: parallel ones as the first result lies in memory, reductions
/// inside, as the largest input lies where their order is free; then merges
/// what runs as one.
void KernelBuilder::arrange() {
  // An op that only asserts has no result.
  const NestOperand *output =
      op.getNumDpsInits() ? &nest.operands[op.getNumDpsInputs()] : nullptr;
  auto order = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
  auto inputStride = [&](unsigned loop) {
    int64_t stride = 0;
    for (const NestOperand &operand : nest.operands)
      if (!operand.scalar && !operand.output)
        stride = std::max(stride, std::abs(operand.strides[loop]));
    return stride;
  };
  bool anyOrder = takesAnyOrder(op);
  auto key = [&](unsigned loop) {
    bool reduction = nest.loops[loop].reduction;
    int64_t stride = reduction && !anyOrder ? 0
                     : reduction || !output ? inputStride(loop)
                                            : std::abs(output->strides[loop]);
    return std::tuple(reduction, -stride, loop);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return key(a) < key(b); });
  nest.permute(order);
  bool indexed = !op.getBody()->getOps<linalg::IndexOp>().empty();
  if (!indexed)
    nest.mergeLoops();

  unsigned parallel = llvm::count_if(
      nest.loops, [](const NestLoop &loop) { return !loop.reduction; });
  // A reduction may walk through a result, which is then written each time; if
  // it does so through all of them, nothing stays in registers.
  for (auto [i, operand] : llvm::enumerate(nest.operands))
    if (operand.output &&
        llvm::all_of(ArrayRef(operand.strides).drop_front(parallel),
                     [](int64_t stride) { return stride == 0; }))
      schedule.running.push_back(i);
  if (static_cast<int64_t>(schedule.running.size()) < op.getNumDpsInits()) {
    schedule.items = parallel;
    schedule.sumsInRegisters = !schedule.running.empty();
    return;
  }
  schedule.items = parallel;
  schedule.row = nest.loops.size() - 1;
  if (parallel < nest.loops.size())
    arrangeReductions(parallel);
  else
    --schedule.items;
  int64_t items = 1;
  for (unsigned i = 0; i < schedule.items; ++i)
    items *= nest.loops[i].extent;
  schedule.rangeInner =
      !schedule.sumsInRegisters &&
      items < std::min<int64_t>(16, nest.loops[schedule.row].extent);
}

/// Values from outside that the body uses, constants aside.
void KernelBuilder::collectArguments() {
  for (const NestOperand &operand : nest.operands)
    arguments.insert(operand.value);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (!matchPattern(value, m_Constant()))
      arguments.insert(value);
}

void KernelBuilder::run() {
  arrange();
  collectArguments();
  func::FuncOp kernel = symbols.shareFunction(buildKernel());
  func::FuncOp launch = symbols.shareFunction(buildLaunch(kernel));
  builder.setInsertionPoint(op);
  SmallVector<Value> values;
  for (Value value : arguments)
    values.push_back(isa<MemRefType>(value.getType())
                         ? getPointer(builder, loc, value)
                         : value);
  func::CallOp::create(builder, loc, launch, values);
  op.erase();
}

/// Whether writing through `output` touches nothing of the other arguments.
static bool isAlone(Value output, const llvm::SetVector<Value> &arguments) {
  Value root = getBufferRoot(output);
  if (!root || !root.getDefiningOp<memref::AllocOp>())
    return false;
  for (Value other : arguments) {
    if (other == output || !isa<MemRefType>(other.getType()))
      continue;
    Value otherRoot = getBufferRoot(other);
    if (!otherRoot || otherRoot == root)
      return false;
  }
  return true;
}

func::FuncOp KernelBuilder::buildKernel() {
  MLIRContext *context = builder.getContext();
  SmallVector<Type> types;
  for (Value value : arguments)
    types.push_back(isa<MemRefType>(value.getType())
                        ? LLVM::LLVMPointerType::get(context)
                        : value.getType());
  types.append(2, builder.getI64Type());
  func::FuncOp kernel = symbols.addFunction(loc, "amp_kernel",
                                            builder.getFunctionType(types, {}));
  for (auto [i, value] : llvm::enumerate(arguments))
    if (llvm::is_contained(op.getDpsInits(), value) &&
        isAlone(value, arguments))
      kernel.setArgAttr(i, "llvm.noalias", builder.getUnitAttr());

  builder.setInsertionPointToStart(kernel.addEntryBlock());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (matchPattern(value, m_Constant()))
      mapping.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
  for (auto [i, value] : llvm::enumerate(arguments)) {
    Value given = kernel.getArgument(i);
    auto type = dyn_cast<MemRefType>(value.getType());
    if (captured.contains(value))
      mapping.map(value, type ? makeMemRef(builder, loc, given, type) : given);
  }
  for (const NestOperand &operand : nest.operands)
    for (auto [i, value] : llvm::enumerate(arguments))
      if (value == operand.value)
        places.push_back(kernel.getArgument(i));
  unsigned count = kernel.getNumArguments();
  emitItems(kernel.getArgument(count - 2), kernel.getArgument(count - 1));
  func::ReturnOp::create(builder, loc);
  return kernel;
}

/// The op of a body that is nothing but a maximum or minimum in a type below
/// f32; null for other bodies.
static Operation *getLowExtremum(linalg::GenericOp op) {
  Block *block = op.getBody();
  if (block->getOperations().size() != 2 || op.getNumDpsInits() != 1)
    return nullptr;
  Operation &inner = block->front();
  if (!isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
           arith::MinNumFOp>(inner) ||
      block->getTerminator()->getOperand(0) != inner.getResult(0))
    return nullptr;
  Type type = inner.getResult(0).getType();
  return type.isF16() || type.isBF16() ? &inner : nullptr;
}

void KernelBuilder::emitItems(Value begin, Value end) {
  counters.assign(nest.loops.size(), Value());
  auto rest = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
  if (schedule.rangeInner) {
    emitLoops(rest, begin, end);
    return;
  }
  auto items = scf::ForOp::create(builder, loc, begin, end, constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(items.getBody());
  Value left = items.getInductionVar();
  for (unsigned i = schedule.items; i-- > 0;) {
    if (i == 0) {
      counters[0] = left;
      break;
    }
    Value extent = constant(nest.loops[i].extent);
    counters[i] = arith::RemUIOp::create(builder, loc, left, extent);
    left = arith::DivUIOp::create(builder, loc, left, extent);
  }
  ArrayRef<unsigned> inner = ArrayRef(rest).drop_front(schedule.items);
  if (!schedule.sumsInRegisters) {
    emitLoops(inner, Value(), Value());
    return;
  }
  emitRunning(inner);
}

/// Reduction loops `order`, whose results are loaded before and stored behind.
void KernelBuilder::emitRunning(ArrayRef<unsigned> order) {
  SmallVector<Value> sums;
  for (unsigned i : schedule.running)
    sums.push_back(emitLoad(nest.operands[i], i));
  // One of the values, so exact in f32, without a cast each time.
  Operation *extremum = getLowExtremum(op);
  if (extremum)
    sums[0] =
        arith::ExtFOp::create(builder, loc, builder.getF32Type(), sums[0]);
  if (schedule.unrolled)
    emitUnrolled(order, 0, sums);
  else
    emitSums(order, 0, sums);
  if (extremum)
    sums[0] = arith::TruncFOp::create(
        builder, loc, extremum->getResult(0).getType(), sums[0]);
  for (auto [i, sum] : llvm::zip_equal(schedule.running, sums))
    emitStore(nest.operands[i], i, sum);
}

/// The loops of `order`, outermost first, then the body on memory. That of a
/// row runs from `begin` to `end` where these are given.
void KernelBuilder::emitLoops(ArrayRef<unsigned> order, Value begin,
                              Value end) {
  OpBuilder::InsertionGuard guard(builder);
  for (unsigned loop : order) {
    bool range = begin && loop == schedule.row;
    auto forOp = scf::ForOp::create(
        builder, loc, range ? begin : constant(0),
        range ? end : constant(nest.loops[loop].extent), constant(1));
    builder.setInsertionPointToStart(forOp.getBody());
    counters[loop] = forOp.getInductionVar();
    if (schedule.unrolled && loop == schedule.row) {
      emitRunning(order.drop_while([&](unsigned i) { return i <= loop; }));
      return;
    }
  }
  unsigned inputs = op.getNumDpsInputs();
  for (auto [i, value] : llvm::enumerate(emitBody({})))
    emitStore(nest.operands[inputs + i], inputs + i, value);
}

/// Reduction loops from `depth` on, with running values `sums`.
void KernelBuilder::emitSums(ArrayRef<unsigned> order, unsigned depth,
                             SmallVectorImpl<Value> &sums) {
  if (depth == order.size()) {
    sums = emitBody(sums);
    return;
  }
  auto forOp = scf::ForOp::create(builder, loc, constant(0),
                                  constant(nest.loops[order[depth]].extent),
                                  constant(1), sums);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(forOp.getBody());
    counters[order[depth]] = forOp.getInductionVar();
    SmallVector<Value> inner(forOp.getRegionIterArgs());
    emitSums(order, depth + 1, inner);
    scf::YieldOp::create(builder, loc, inner);
  }
  sums.assign(forOp.getResults().begin(), forOp.getResults().end());
}

/// The same without loops, element by element.
void KernelBuilder::emitUnrolled(ArrayRef<unsigned> order, unsigned depth,
                                 SmallVectorImpl<Value> &sums) {
  if (depth == order.size()) {
    sums = emitBody(sums);
    return;
  }
  for (int64_t i = 0; i != nest.loops[order[depth]].extent; ++i) {
    counters[order[depth]] = constant(i);
    emitUnrolled(order, depth + 1, sums);
  }
}

/// Allows sums to be taken lane by lane.
static void allowReassociation(Operation *op) {
  auto arithOp = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!arithOp || !isa<arith::AddFOp, arith::MulFOp>(op))
    return;
  auto flags = arithOp.getFastMathFlagsAttr().getValue() |
               arith::FastMathFlags::reassoc | arith::FastMathFlags::contract;
  op->setAttr(arithOp.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

SmallVector<Value> KernelBuilder::emitExtremum(Operation *extremum,
                                               Value running) {
  unsigned inputs = op.getNumDpsInputs();
  OperationState state(loc, extremum->getName());
  for (Value operand : extremum->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    bool isRunning = argument && argument.getOwner() == op.getBody() &&
                     argument.getArgNumber() == inputs;
    if (isRunning) {
      state.addOperands(running);
      continue;
    }
    Value value = mapping.lookupOrDefault(operand);
    if (argument && argument.getOwner() == op.getBody())
      value = emitLoad(nest.operands[argument.getArgNumber()],
                       argument.getArgNumber());
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    state.addOperands(value);
  }
  state.addTypes(builder.getF32Type());
  state.addAttributes(extremum->getAttrs());
  return {builder.create(state)->getResult(0)};
}

SmallVector<Value> KernelBuilder::emitBody(ArrayRef<Value> sums) {
  if (Operation *extremum = getLowExtremum(op); extremum && !sums.empty())
    return emitExtremum(extremum, sums[0]);
  IRMapping body(mapping);
  Block *block = op.getBody();
  unsigned inputs = op.getNumDpsInputs();
  for (auto [i, sum] : llvm::zip(schedule.running, sums))
    body.map(block->getArgument(i), sum);
  for (auto [i, argument] : llvm::enumerate(block->getArguments()))
    if (!argument.use_empty() && !body.contains(argument))
      body.map(argument, emitLoad(nest.operands[i], i));
  for (Operation &inner : block->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      for (auto [loop, counter] : llvm::zip_equal(nest.loops, counters))
        if (loop.dim == index.getDim())
          body.map(index.getResult(),
                   arith::IndexCastOp::create(builder, loc,
                                              builder.getIndexType(), counter));
      continue;
    }
    Operation *copy = builder.clone(inner, body);
    bool onSum = llvm::any_of(copy->getOperands(), [&](Value operand) {
      return llvm::is_contained(sums, operand);
    });
    if (onSum && !schedule.unrolled)
      allowReassociation(copy);
  }
  SmallVector<Value> results;
  for (OpOperand &yielded : block->getTerminator()->getOpOperands()) {
    unsigned i = inputs + yielded.getOperandNumber();
    Value result = body.lookupOrDefault(yielded.get());
    if (sums.empty() || llvm::is_contained(schedule.running, i))
      results.push_back(result);
    else
      emitStore(nest.operands[i], i, result);
  }
  return results;
}

Value KernelBuilder::emitPlace(const NestOperand &operand, unsigned index) {
  Value offset = constant(operand.offset);
  for (auto [stride, counter] : llvm::zip_equal(operand.strides, counters)) {
    if (stride == 0 || !counter)
      continue;
    Value step = counter;
    if (stride != 1)
      step = arith::MulIOp::create(builder, loc, counter, constant(stride));
    offset = arith::AddIOp::create(builder, loc, offset, step);
  }
  Type element = cast<MemRefType>(operand.value.getType()).getElementType();
  if (element.isIndex())
    element = builder.getI64Type();
  return LLVM::GEPOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), element,
      places[index], ArrayRef<LLVM::GEPArg>{offset});
}

Value KernelBuilder::emitLoad(const NestOperand &operand, unsigned index) {
  if (operand.scalar)
    return places[index];
  Value place = emitPlace(operand, index);
  Type element = cast<MemRefType>(operand.value.getType()).getElementType();
  if (!element.isIndex())
    return LLVM::LoadOp::create(builder, loc, element, place);
  Value bits = LLVM::LoadOp::create(builder, loc, builder.getI64Type(), place);
  return arith::IndexCastOp::create(builder, loc, element, bits);
}

void KernelBuilder::emitStore(const NestOperand &operand, unsigned index,
                              Value value) {
  Value place = emitPlace(operand, index);
  if (value.getType().isIndex())
    value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  LLVM::StoreOp::create(builder, loc, value, place);
}

/// The type in which a kernel's argument travels to another thread.
static Type getFieldType(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
}

/// What the runtime calls: takes the kernel's arguments out of memory.
func::FuncOp KernelBuilder::buildTask(func::FuncOp kernel) {
  OpBuilder::InsertionGuard guard(builder);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  func::FuncOp task = symbols.addFunction(
      loc, "amp_task", builder.getFunctionType({pointer, i64, i64}, {}));
  builder.setInsertionPointToStart(task.addEntryBlock());
  SmallVector<Type> fields =
      llvm::map_to_vector(kernel.getArgumentTypes().drop_back(2), getFieldType);
  auto structType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  SmallVector<Value> values;
  for (auto [i, field] : llvm::enumerate(fields)) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, structType, task.getArgument(0),
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    Value value = LLVM::LoadOp::create(builder, loc, field, place);
    if (kernel.getArgumentTypes()[i].isIndex())
      value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         value);
    values.push_back(value);
  }
  values.push_back(task.getArgument(1));
  values.push_back(task.getArgument(2));
  func::CallOp::create(builder, loc, kernel, values);
  func::ReturnOp::create(builder, loc);
  return task;
}

/// Runs the kernel on all items: alone, or on the runtime's threads. A function
/// of its own, since LLVM takes time quadratic in the stores of a block.
func::FuncOp KernelBuilder::buildLaunch(func::FuncOp kernel) {
  int64_t items = 1;
  if (schedule.rangeInner)
    items = nest.loops[schedule.row].extent;
  else
    for (unsigned i = 0; i < schedule.items; ++i)
      items *= nest.loops[i].extent;
  int64_t work = nest.countPoints() * std::max<int64_t>(countOps(op), 2);

  OpBuilder::InsertionGuard guard(builder);
  ArrayRef<Type> types = kernel.getArgumentTypes().drop_back(2);
  func::FuncOp launch = symbols.addFunction(loc, "amp_launch",
                                            builder.getFunctionType(types, {}));
  launch->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  builder.setInsertionPointToStart(launch.addEntryBlock());
  Value count = constant(items);
  if (work < parallelWork || items < 2) {
    SmallVector<Value> values(launch.getArguments());
    values.push_back(constant(0));
    values.push_back(count);
    func::CallOp::create(builder, loc, kernel, values);
  } else {
    int64_t grain = std::max<int64_t>(1, pieceWork * items / work);
    emitParallel(kernel, launch, count, constant(grain));
  }
  func::ReturnOp::create(builder, loc);
  return launch;
}

/// Puts the arguments of `launch` into memory and calls the runtime.
void KernelBuilder::emitParallel(func::FuncOp kernel, func::FuncOp launch,
                                 Value count, Value grain) {
  func::FuncOp &task = symbols.getTask(kernel);
  if (!task)
    task = buildTask(kernel);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  SmallVector<Type> fields =
      llvm::map_to_vector(launch.getArgumentTypes(), getFieldType);
  auto structType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  Value room =
      LLVM::AllocaOp::create(builder, loc, pointer, structType, constant(1));
  for (auto [i, argument] : llvm::enumerate(launch.getArguments())) {
    Value value = argument;
    Value place =
        LLVM::GEPOp::create(builder, loc, pointer, structType, room,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    if (value.getType().isIndex())
      value =
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
    LLVM::StoreOp::create(builder, loc, value, place);
  }
  FunctionType taskType = task.getFunctionType();
  Value code = func::ConstantOp::create(builder, loc, taskType, task.getName());
  Type i64 = builder.getI64Type();
  func::FuncOp runtime = symbols.getRuntime(
      "amp_cpu_parallel",
      builder.getFunctionType({taskType, pointer, i64, i64}, {}));
  func::CallOp::create(builder, loc, runtime,
                       ValueRange{code, room, count, grain});
}

void amp::lowerToKernel(LoopNest nest, ModuleSymbols &symbols) {
  KernelBuilder(std::move(nest), symbols).run();
}
