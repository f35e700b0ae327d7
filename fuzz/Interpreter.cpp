//===- Interpreter.cpp - Runs a module on intervals -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar ops on memrefs in loops: little enough to interpret one by one. Sizes
// are those of tests. An op that is not known, or control flow that depends on
// what rounding may change, ends the run with a sentence.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <memory>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {

/// A view of a buffer.
struct View {
  std::shared_ptr<std::vector<Interval>> buffer;
  int64_t offset = 0;
  SmallVector<int64_t> sizes, strides;
};

/// What an SSA value holds: a number, or a view.
struct Held {
  Interval number;
  View view;
};

using Helds = SmallVector<Held>;

class Machine {
public:
  explicit Machine(ModuleOp module) : module(module) {}

  Helds call(func::FuncOp function, const Helds &arguments);
  std::string problem;
  double largest = 0;

private:
  /// Runs a region with arguments; returns what its terminator yields.
  Helds runRegion(Region &region, const Helds &arguments);
  void runOp(Operation *op);
  bool runArithmetic(Operation *op);
  bool runMemory(Operation *op);
  bool runControl(Operation *op);
  void runView(Operation *op);
  void runFor(scf::ForOp op);
  void runWhile(scf::WhileOp op);
  void runForall(scf::ForallOp op);

  void stop(Operation *op, const Twine &why) {
    if (problem.empty())
      problem = (op->getName().getStringRef() + ": " + why).str();
  }
  Helds get(ValueRange from) {
    Helds all;
    for (Value value : from)
      all.push_back(values[value]);
    return all;
  }
  void set(Value value, const Interval &number) {
    values[value] = Held{number, {}};
  }
  void set(ResultRange results, const Helds &helds) {
    for (auto [result, held] : llvm::zip(results, helds))
      values[result] = held;
  }
  const Interval &number(Value value) { return values[value].number; }
  int64_t integer(Value value) { return int64_t(number(value).low); }
  int64_t integer(OpFoldResult value) {
    if (auto attribute = dyn_cast<Attribute>(value))
      return cast<IntegerAttr>(attribute).getInt();
    return integer(cast<Value>(value));
  }
  /// The element that indices name; null if they lead out of the buffer.
  Interval *element(Operation *op, const View &view, ValueRange indices);
  View allocate(MemRefType type, ValueRange dynamicSizes);
  View constantView(ElementsAttr elements, MemRefType type);

  ModuleOp module;
  llvm::DenseMap<Value, Held> values;
  /// Contents of globals, made once.
  llvm::DenseMap<Operation *, View> globals;
  unsigned depth = 0;
  uint64_t steps = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static View makeView(ArrayRef<int64_t> sizes) {
  View view;
  view.sizes.assign(sizes.begin(), sizes.end());
  view.strides.assign(sizes.size(), 1);
  int64_t count = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    view.strides[i] = count;
    count *= sizes[i];
  }
  // What nobody wrote is anything.
  view.buffer =
      std::make_shared<std::vector<Interval>>(count, Interval::anything());
  return view;
}

View Machine::allocate(MemRefType type, ValueRange dynamicSizes) {
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size)) {
      size = integer(dynamicSizes.front());
      dynamicSizes = dynamicSizes.drop_front();
    }
  return makeView(sizes);
}

static Interval toInterval(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    double value = number.getValueAsDouble();
    Interval exact = Interval::of(value);
    auto type = cast<FloatType>(number.getType());
    if (type.getWidth() >= 32 || !std::isfinite(value))
      return exact;
    // It may have been rounded when it was folded.
    double half = std::ldexp(std::fabs(value), -int(type.getFPMantissaWidth()));
    // Subnormals are equally far apart.
    half = std::max(half, type.isF16() ? 0x1p-25 : 0x1p-134);
    if (value == 0)
      half = 0;
    return {value - half, value + half, false};
  }
  // Integers are signed, but for truth values.
  APInt number = cast<IntegerAttr>(attribute).getValue();
  return Interval::of(number.getBitWidth() == 1 ? int64_t(number.isOne())
                                                : number.getSExtValue());
}

View Machine::constantView(ElementsAttr elements, MemRefType type) {
  View view = makeView(type.getShape());
  size_t index = 0;
  for (Attribute one : elements.getValues<Attribute>())
    (*view.buffer)[index++] = toInterval(one);
  return view;
}

Interval *Machine::element(Operation *op, const View &view,
                           ValueRange indices) {
  int64_t at = view.offset;
  for (auto [index, size, stride] :
       llvm::zip(indices, view.sizes, view.strides)) {
    int64_t position = integer(index);
    if (!number(index).isExact() || position < 0 || position >= size) {
      stop(op, "index out of bounds or not known");
      return nullptr;
    }
    at += position * stride;
  }
  return &(*view.buffer)[at];
}

/// Steps `index` through `sizes`; false after the last one.
static bool advance(SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> sizes) {
  for (size_t i = sizes.size(); i-- > 0;) {
    if (++index[i] < sizes[i])
      return true;
    index[i] = 0;
  }
  return false;
}

static void copyElements(const View &from, const View &to) {
  if (llvm::is_contained(from.sizes, 0))
    return;
  SmallVector<int64_t> index(from.sizes.size(), 0);
  std::vector<Interval> read;
  auto at = [&](const View &view) {
    int64_t position = view.offset;
    for (auto [i, stride] : llvm::zip(index, view.strides))
      position += i * stride;
    return position;
  };
  do
    read.push_back((*from.buffer)[at(from)]);
  while (advance(index, from.sizes));
  size_t next = 0;
  do
    (*to.buffer)[at(to)] = read[next++];
  while (advance(index, from.sizes));
}

/// Ops that make a view of another one; contiguous ones where shapes change.
void Machine::runView(Operation *op) {
  View view = values[op->getOperand(0)].view;
  if (auto slice = dyn_cast<memref::SubViewOp>(op)) {
    View part;
    part.buffer = view.buffer;
    part.offset = view.offset;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [i, offset, size, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                         slice.getMixedStrides())) {
      int64_t first = integer(offset), count = integer(size),
              last = first + (count - 1) * integer(stride);
      if (count > 0 && (first < 0 || std::max(first, last) >= view.sizes[i]))
        return stop(op, "slice out of bounds");
      part.offset += first * view.strides[i];
      if (dropped.test(i))
        continue;
      part.sizes.push_back(integer(size));
      part.strides.push_back(integer(stride) * view.strides[i]);
    }
    view = part;
  } else if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op)) {
    auto type = cast<MemRefType>(op->getResult(0).getType());
    if (!type.hasStaticShape())
      return stop(op, "dynamic shape");
    View shaped = makeView(type.getShape());
    int64_t expected = 1;
    bool contiguous = true;
    for (size_t i = view.sizes.size(); i-- > 0;) {
      contiguous &= view.sizes[i] == 1 || view.strides[i] == expected;
      expected *= view.sizes[i];
    }
    if (!contiguous) {
      // Views of views in odd strides: a copy, right as long as only read.
      View copy = makeView(view.sizes);
      copyElements(view, copy);
      view = copy;
    }
    shaped.buffer = view.buffer;
    shaped.offset = view.offset;
    view = shaped;
  }
  values[op->getResult(0)] = Held{{}, view};
}

bool Machine::runMemory(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto alloc) {
        values[alloc] =
            Held{{}, allocate(alloc.getType(), alloc.getDynamicSizes())};
        return true;
      })
      .Case<memref::DeallocOp, memref::AssumeAlignmentOp>(
          [&](Operation *) { return true; })
      .Case([&](memref::LoadOp load) {
        if (Interval *from =
                element(op, values[load.getMemRef()].view, load.getIndices()))
          set(load, *from);
        return true;
      })
      .Case([&](memref::StoreOp store) {
        if (Interval *to =
                element(op, values[store.getMemRef()].view, store.getIndices()))
          *to = number(store.getValue());
        return true;
      })
      .Case([&](memref::CopyOp copy) {
        copyElements(values[copy.getSource()].view,
                     values[copy.getTarget()].view);
        return true;
      })
      .Case([&](memref::DimOp dim) {
        set(dim,
            Interval::of(
                values[dim.getSource()].view.sizes[integer(dim.getIndex())]));
        return true;
      })
      .Case([&](memref::GetGlobalOp get) {
        auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
            op, get.getNameAttr());
        auto [it, isNew] = globals.try_emplace(global.getOperation());
        if (isNew)
          it->second = constantView(
              cast<ElementsAttr>(*global.getInitialValue()), global.getType());
        values[get] = Held{{}, it->second};
        return true;
      })
      .Case<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
            memref::CastOp>([&](Operation *) {
        runView(op);
        return true;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

bool Machine::runArithmetic(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if ((dialect != "arith" && dialect != "math") || op->getNumResults() != 1)
    return false;
  Value result = op->getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    set(result, toInterval(constant.getValue()));
    return true;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Interval condition = number(select.getCondition());
    if (!condition.isExact()) {
      if (isa<MemRefType>(result.getType())) {
        stop(op, "a choice of buffers that rounding may change");
        return true;
      }
      set(result,
          hull(number(select.getTrueValue()), number(select.getFalseValue())));
      return true;
    }
    // A copy: making room for the result moves what is there.
    Held chosen = values[condition.low != 0 ? select.getTrueValue()
                                            : select.getFalseValue()];
    values[result] = chosen;
    return true;
  }
  SmallVector<Interval> operands;
  for (Value operand : op->getOperands())
    operands.push_back(number(operand));
  std::optional<Interval> value;
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    value = compareFloats(compare.getPredicate(), operands[0], operands[1]);
  else if (auto compare = dyn_cast<arith::CmpIOp>(op))
    value = compareIntegers(compare.getPredicate(), operands[0], operands[1]);
  else if (isa<arith::TruncFOp, arith::ExtFOp>(op))
    value = roundTo(operands[0], result.getType());
  else if (isa<FloatType>(result.getType()) &&
           isa<FloatType>(op->getOperand(0).getType()))
    value =
        evaluateFloat(op->getName().getStringRef(), operands, result.getType());
  else
    value = evaluateInteger(op->getName().getStringRef(), operands);
  if (!value)
    return false;
  if (isa<FloatType>(result.getType()) && value->isBounded())
    largest =
        std::max({largest, std::fabs(value->low), std::fabs(value->high)});
  set(result, *value);
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Machine::runFor(scf::ForOp op) {
  Helds carried = get(op.getInitArgs());
  int64_t step = std::max<int64_t>(1, integer(op.getStep()));
  for (int64_t i = integer(op.getLowerBound()), e = integer(op.getUpperBound());
       i < e && problem.empty(); i += step) {
    Helds arguments = {Held{Interval::of(i), {}}};
    arguments.append(carried);
    carried = runRegion(op.getRegion(), arguments);
  }
  set(op.getResults(), carried);
}

void Machine::runWhile(scf::WhileOp op) {
  Helds carried = get(op.getInits());
  while (problem.empty()) {
    // The condition comes first among what scf.condition takes.
    Helds next = runRegion(op.getBefore(), carried);
    if (!problem.empty() || next.empty())
      return;
    Interval condition = next.front().number;
    next.erase(next.begin());
    if (!condition.isExact())
      return stop(op, "a condition that rounding may change");
    if (condition.low == 0)
      return set(op.getResults(), next);
    carried = runRegion(op.getAfter(), next);
  }
}

void Machine::runForall(scf::ForallOp op) {
  SmallVector<int64_t> sizes, index, lows, strides;
  for (auto [low, high, step] :
       llvm::zip(op.getMixedLowerBound(), op.getMixedUpperBound(),
                 op.getMixedStep())) {
    index.push_back(0);
    lows.push_back(integer(low));
    strides.push_back(integer(step));
    sizes.push_back(
        std::max<int64_t>(0, llvm::divideCeilSigned(integer(high) - lows.back(),
                                                    strides.back())));
  }
  if (llvm::is_contained(sizes, 0))
    return;
  do {
    Helds arguments;
    for (auto [i, low, step] : llvm::zip(index, lows, strides))
      arguments.push_back(Held{Interval::of(low + i * step), {}});
    runRegion(op.getRegion(), arguments);
  } while (advance(index, sizes) && problem.empty());
}

bool Machine::runControl(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](scf::ForOp loop) {
        runFor(loop);
        return true;
      })
      .Case([&](scf::WhileOp loop) {
        runWhile(loop);
        return true;
      })
      .Case([&](scf::ForallOp loop) {
        runForall(loop);
        return true;
      })
      .Case([&](scf::IfOp branch) {
        Interval condition = number(branch.getCondition());
        if (!condition.isExact()) {
          stop(op, "a condition that rounding may change");
          return true;
        }
        Region &taken = condition.low != 0 ? branch.getThenRegion()
                                           : branch.getElseRegion();
        if (!taken.empty())
          set(op->getResults(), runRegion(taken, {}));
        return true;
      })
      .Case([&](func::CallOp callOp) {
        auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            op, callOp.getCalleeAttr());
        Helds results = call(callee, get(op->getOperands()));
        set(op->getResults(), results);
        return true;
      })
      .Case<cf::AssertOp, scf::InParallelOp>([](Operation *) { return true; })
      .Case([&](ub::PoisonOp poison) {
        set(poison, Interval::anything());
        return true;
      })
      .Default([](Operation *) { return false; });
}

void Machine::runOp(Operation *op) {
  // Ten seconds or so.
  if (++steps > 20'000'000)
    return stop(op, "too many steps");
  if (!runArithmetic(op) && !runMemory(op) && !runControl(op))
    stop(op, "not known to the interpreter");
}

Helds Machine::runRegion(Region &region, const Helds &arguments) {
  Block *block = &region.front();
  Helds passed = arguments;
  while (problem.empty()) {
    for (auto [argument, held] : llvm::zip(block->getArguments(), passed))
      values[argument] = held;
    for (Operation &op : block->without_terminator()) {
      runOp(&op);
      if (!problem.empty())
        return {};
    }
    Operation *last = block->getTerminator();
    if (auto jump = dyn_cast<cf::BranchOp>(last)) {
      passed = get(jump.getDestOperands());
      block = jump.getDest();
      continue;
    }
    if (auto jump = dyn_cast<cf::CondBranchOp>(last)) {
      Interval condition = number(jump.getCondition());
      if (!condition.isExact()) {
        stop(last, "a condition that rounding may change");
        return {};
      }
      bool taken = condition.low != 0;
      passed =
          get(taken ? jump.getTrueDestOperands() : jump.getFalseDestOperands());
      block = taken ? jump.getTrueDest() : jump.getFalseDest();
      continue;
    }
    return get(last->getOperands());
  }
  return {};
}

Helds Machine::call(func::FuncOp function, const Helds &arguments) {
  if (!function || function.isExternal() || depth > 100) {
    stop(function ? function : module.getOperation(), "no such callee");
    return {};
  }
  ++depth;
  Helds results = runRegion(function.getBody(), arguments);
  --depth;
  return results;
}

IntervalResults fuzz::runOnIntervals(ModuleOp module, StringRef entry,
                                     ArrayRef<std::vector<double>> arguments) {
  IntervalResults run;
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function || function.getNumArguments() != arguments.size()) {
    run.problem = "no such function of so many arguments";
    return run;
  }
  Helds helds;
  for (auto [type, data] : llvm::zip(function.getArgumentTypes(), arguments)) {
    auto shaped = dyn_cast<MemRefType>(type);
    if (!shaped || !shaped.hasStaticShape() ||
        shaped.getNumElements() != int64_t(data.size())) {
      llvm::raw_string_ostream(run.problem)
          << "expected an array for " << type << ", got " << data.size()
          << " elements";
      return run;
    }
    View view = makeView(shaped.getShape());
    for (size_t i = 0; i < data.size(); ++i)
      (*view.buffer)[i] = Interval::of(data[i]);
    helds.push_back(Held{{}, view});
  }
  Machine machine(module);
  for (const Held &result : machine.call(function, helds)) {
    View whole = makeView(result.view.sizes);
    copyElements(result.view, whole);
    run.results.push_back(*whole.buffer);
  }
  run.problem = machine.problem;
  run.largest = machine.largest;
  return run;
}
