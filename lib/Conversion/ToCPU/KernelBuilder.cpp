//===- KernelBuilder.cpp - Kernels of loop nests --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "PointerViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

KernelBuilder::KernelBuilder(LoopNest nest, ModuleSymbols &symbols)
    : nest(std::move(nest)), op(this->nest.op), loc(op.getLoc()),
      symbols(symbols), builder(op.getContext()),
      schedule(arrangeLoops(this->nest)) {}

KernelBuilder::KernelBuilder(Epilogue epilogue, ModuleSymbols &symbols)
    : nest(std::move(epilogue.nest)), op(nest.op), loc(op.getLoc()),
      symbols(symbols), builder(op.getContext()), fromRow(epilogue.operand) {
  schedule.row = epilogue.row;
}

Value KernelBuilder::constant(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

llvm::SetVector<Value> KernelBuilder::findCaptured() {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (nest.reader)
    getUsedValuesDefinedAbove(nest.reader->getRegions(), captured);
  for (const NestOperand &operand : nest.operands)
    if (operand.start)
      captured.insert(operand.start);
  return captured;
}

bool KernelBuilder::isInMemory(unsigned index) {
  const NestOperand &operand = nest.operands[index];
  // A row of sums is given in place of the buffer, unless that is written, too.
  if (fromRow == index)
    return operand.output;
  if (!nest.reader)
    return true;
  // What a reader takes is in a register, until then from the start.
  bool isResult = index + 1 == nest.getOwnOperands().size();
  return index != nest.joined && !(isResult && operand.start);
}

void KernelBuilder::collectArguments() {
  for (auto [i, operand] : llvm::enumerate(nest.operands))
    if (isInMemory(i))
      arguments.insert(operand.value);
  for (Value value : findCaptured())
    if (!matchPattern(value, m_Constant()))
      arguments.insert(value);
}

bool KernelBuilder::isWritten(Value argument) {
  return llvm::any_of(nest.operands, [&](const NestOperand &operand) {
    return operand.output && operand.value == argument;
  });
}

/// Whether writing through `output` touches nothing of the other arguments.
static bool isAlone(Value output, const llvm::SetVector<Value> &arguments) {
  auto others = llvm::filter_to_vector(
      arguments, [&](Value argument) { return argument != output; });
  return isApart(output, others);
}

func::FuncOp KernelBuilder::buildKernel() {
  MLIRContext *context = builder.getContext();
  SmallVector<Type> types;
  for (Value value : arguments)
    types.push_back(isa<MemRefType>(value.getType())
                        ? LLVM::LLVMPointerType::get(context)
                        : value.getType());
  if (fromRow)
    types.append({LLVM::LLVMPointerType::get(context), builder.getI64Type()});
  types.append(2, builder.getI64Type());
  func::FuncOp kernel = symbols.addFunction(loc, "amp_kernel",
                                            builder.getFunctionType(types, {}));
  for (auto [i, value] : llvm::enumerate(arguments))
    if (isWritten(value) && isAlone(value, arguments) &&
        (!fromRow || value != nest.operands[*fromRow].value))
      kernel.setArgAttr(i, "llvm.noalias", builder.getUnitAttr());

  builder.setInsertionPointToStart(kernel.addEntryBlock());
  llvm::SetVector<Value> captured = findCaptured();
  for (Value value : captured)
    if (matchPattern(value, m_Constant()))
      mapping.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
  for (auto [i, value] : llvm::enumerate(arguments)) {
    Value given = kernel.getArgument(i);
    auto type = dyn_cast<MemRefType>(value.getType());
    if (captured.contains(value))
      mapping.map(value, type ? makeMemRef(builder, loc, given, type) : given);
  }
  for (const NestOperand &operand : nest.operands) {
    Value &place = places.emplace_back();
    for (auto [i, value] : llvm::enumerate(arguments))
      if (value == operand.value)
        place = kernel.getArgument(i);
  }
  auto range = kernel.getArguments().drop_front(arguments.size());
  if (fromRow) {
    rowSums = range[0];
    emitRow(range[1], range[2], range[3]);
  } else {
    emitItems(range[0], range[1]);
  }
  func::ReturnOp::create(builder, loc);
  return kernel;
}

void KernelBuilder::splitCounter(Value merged, unsigned first, unsigned end) {
  for (unsigned i = end; i-- > first;) {
    if (i == first) {
      counters[i] = merged;
      break;
    }
    Value extent = constant(nest.loops[i].extent);
    counters[i] = arith::RemUIOp::create(builder, loc, merged, extent);
    merged = arith::DivUIOp::create(builder, loc, merged, extent);
  }
}

void KernelBuilder::emitRow(Value row, Value begin, Value end) {
  counters.assign(nest.loops.size(), Value());
  splitCounter(row, 0, schedule.row);
  if (schedule.row + 1 < nest.loops.size())
    return emitPieces(begin, end);
  rowBegin = begin;
  emitLoops(schedule.row, begin, end);
}

/// Elements [begin, end) of a row of several loops, piece by piece along the
/// innermost one.
void KernelBuilder::emitPieces(Value begin, Value end) {
  unsigned inner = nest.loops.size() - 1;
  Value length = constant(nest.loops[inner].extent), one = constant(1);
  Value first = arith::DivUIOp::create(builder, loc, begin, length);
  Value last = arith::CeilDivUIOp::create(builder, loc, end, length);
  auto pieces = scf::ForOp::create(builder, loc, first, last, one);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(pieces.getBody());
  Value piece = pieces.getInductionVar();
  splitCounter(piece, schedule.row, inner);
  Value start = arith::MulIOp::create(builder, loc, piece, length);
  rowBegin = arith::SubIOp::create(builder, loc, begin, start);
  Value stop = arith::SubIOp::create(builder, loc, end, start);
  begin = arith::MaxSIOp::create(builder, loc, rowBegin, constant(0));
  end = arith::MinSIOp::create(builder, loc, stop, length);
  schedule.row = inner;
  emitLoops(inner, begin, end);
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
  splitCounter(items.getInductionVar(), 0, schedule.items);
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
  for (unsigned i : schedule.running) {
    Value start = nest.operands[i].start;
    sums.push_back(start ? mapping.lookup(start)
                         : emitLoad(nest.operands[i], i));
  }
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
  if (nest.reader)
    return emitReader(sums[0]);
  for (auto [i, sum] : llvm::zip_equal(schedule.running, sums))
    emitStore(nest.operands[i], i, sum);
}

void KernelBuilder::emitReader(Value result) {
  IRMapping body(mapping);
  Block *block = nest.reader.getBody();
  unsigned first = op->getNumOperands();
  for (auto [i, argument] : llvm::enumerate(block->getArguments())) {
    if (first + i == nest.joined)
      body.map(argument, result);
    else if (!argument.use_empty())
      body.map(argument, emitLoad(nest.operands[first + i], first + i));
  }
  for (Operation &inner : block->without_terminator())
    builder.clone(inner, body);
  first += nest.reader.getNumDpsInputs();
  for (auto [i, yielded] :
       llvm::enumerate(block->getTerminator()->getOperands()))
    emitStore(nest.operands[first + i], first + i,
              body.lookupOrDefault(yielded));
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
  if (fromRow == index) {
    Value offset =
        arith::SubIOp::create(builder, loc, counters.back(), rowBegin);
    Value place = LLVM::GEPOp::create(builder, loc, rowSums.getType(),
                                      builder.getF32Type(), rowSums,
                                      ArrayRef<LLVM::GEPArg>{offset});
    return LLVM::LoadOp::create(builder, loc, builder.getF32Type(), place);
  }
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
