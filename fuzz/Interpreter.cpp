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
#include "Machine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Ten seconds or so.
static constexpr uint64_t kMostSteps = 20'000'000;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

View fuzz::makeView(ArrayRef<int64_t> sizes) {
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

View Machine::constantView(Operation *op, ElementsAttr elements,
                           ShapedType type) {
  View view = makeView(type.getShape());
  auto known = elements.tryGetValues<Attribute>();
  if (!known) {
    stop(op, "data that are not in the file");
    return view;
  }
  for (auto [place, one] : llvm::zip(*view.buffer, *known))
    place = toInterval(one);
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

bool fuzz::advance(SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> sizes) {
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
  } else if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp,
                 memref::ReshapeOp>(op)) {
    auto type = cast<ShapedType>(op->getResult(0).getType());
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
        const View &from = values[copy.getSource()].view;
        const View &to = values[copy.getTarget()].view;
        if (from.sizes != to.sizes)
          stop(op, "of other sizes");
        else
          copyElements(from, to);
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
          it->second =
              constantView(op, cast<ElementsAttr>(*global.getInitialValue()),
                           global.getType());
        values[get] = Held{{}, it->second};
        return true;
      })
      .Case<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
            memref::ReshapeOp, memref::CastOp>([&](Operation *) {
        runView(op);
        return true;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

void Machine::note(Type type, const Interval &value) {
  if (!isa<FloatType>(type))
    return;
  // A root of nought, say: what becomes of it in another type is open.
  if (value.mayBeNaN)
    largest = HUGE_VAL;
  // Of one that f32 may just have no room for, the other end counts.
  for (double end : {value.low, value.high})
    if (std::isfinite(end))
      largest = std::max(largest, std::fabs(end));
}

std::optional<Interval> Machine::evaluate(Operation *op,
                                          ArrayRef<Interval> operands) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return compareFloats(compare.getPredicate(), operands[0], operands[1]);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareIntegers(compare.getPredicate(), operands[0], operands[1]);
  if (isa<arith::SelectOp>(op)) {
    if (!operands[0].isExact())
      return hull(operands[1], operands[2]);
    return operands[operands[0].low != 0 ? 1 : 2];
  }
  if (isa<arith::TruncFOp, arith::ExtFOp>(op))
    return roundTo(operands[0], type);
  StringRef name = op->getName().getStringRef();
  bool isFromFloat =
      isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  if (isa<FloatType>(type) && isFromFloat)
    return evaluateFloat(name, operands, type);
  if (isFromFloat || isa<arith::BitcastOp>(op))
    return convertToBits(name, operands[0], type);
  return evaluateInteger(name, operands,
                         isa<IntegerType>(type) ? type.getIntOrFloatBitWidth()
                                                : 64);
}

bool Machine::runArithmetic(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if ((dialect != "arith" && dialect != "math") || op->getNumResults() == 0)
    return false;
  Value result = op->getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto type = dyn_cast<VectorType>(result.getType()))
      values[result] = Held{
          {}, constantView(op, cast<ElementsAttr>(constant.getValue()), type)};
    else
      set(result, toInterval(constant.getValue()));
    return true;
  }
  if (isa<BaseMemRefType>(result.getType())) {
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select)
      return false;
    Interval condition = number(select.getCondition());
    if (!condition.isExact()) {
      stop(op, "a choice of buffers that rounding may change");
      return true;
    }
    // A copy: making room for the result moves what is there.
    Held chosen = values[condition.low != 0 ? select.getTrueValue()
                                            : select.getFalseValue()];
    values[result] = chosen;
    return true;
  }
  auto vector = dyn_cast<VectorType>(result.getType());
  if (vector && vector.isScalable())
    return false;
  SmallVector<ArrayRef<Interval>> all;
  for (Value operand : op->getOperands())
    all.push_back(elements(operand));
  size_t count = vector ? vector.getNumElements() : 1;
  std::vector<Interval> first(count), second(count);
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Interval> operands;
    for (ArrayRef<Interval> one : all)
      operands.push_back(one[one.size() == 1 ? 0 : i]);
    std::optional<Interval> value;
    if (isa<math::SincosOp>(op)) {
      Type type = getElementTypeOrSelf(result.getType());
      value = evaluateFloat("math.sin", operands, type);
      second[i] = *evaluateFloat("math.cos", operands, type);
    } else {
      value = evaluate(op, operands);
    }
    if (!value)
      return false;
    first[i] = *value;
    note(getElementTypeOrSelf(result.getType()), *value);
  }
  setElements(result, std::move(first));
  if (op->getNumResults() == 2)
    setElements(op->getResult(1), std::move(second));
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Runs `each` with the indices of a nest of loops; one that does not run has
/// no first index.
template <typename Each>
void Machine::iterate(Operation *op, ArrayRef<int64_t> lows,
                      ArrayRef<int64_t> highs, ArrayRef<int64_t> steps,
                      Each each) {
  if (llvm::any_of(steps, [](int64_t step) { return step <= 0; }))
    return stop(op, "a step of nought or less, or not known");
  SmallVector<int64_t> sizes, index(lows.size(), 0);
  for (auto [low, high, step] : llvm::zip(lows, highs, steps))
    sizes.push_back(
        std::max<int64_t>(0, llvm::divideCeilSigned(high - low, step)));
  if (llvm::is_contained(sizes, 0))
    return;
  do {
    Helds arguments;
    for (auto [i, low, step] : llvm::zip(index, lows, steps))
      arguments.push_back(Held{Interval::of(low + i * step), {}});
    if (!each(arguments))
      return;
  } while (advance(index, sizes));
}

void Machine::runFor(scf::ForOp op) {
  Helds carried = get(op.getInitArgs());
  iterate(op, {integer(op.getLowerBound())}, {integer(op.getUpperBound())},
          {integer(op.getStep())}, [&](Helds &arguments) {
            arguments.append(carried);
            carried = runRegion(op.getRegion(), arguments);
            return problem.empty();
          });
  set(op.getResults(), carried);
}

void Machine::runWhile(scf::WhileOp op) {
  Helds carried = get(op.getInits());
  while (problem.empty()) {
    if (++steps > kMostSteps)
      return stop(op, "too many steps");
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
  iterate(op, allIntegers(op.getMixedLowerBound()),
          allIntegers(op.getMixedUpperBound()), allIntegers(op.getMixedStep()),
          [&](const Helds &arguments) {
            runRegion(op.getRegion(), arguments);
            return problem.empty();
          });
}

void Machine::runParallel(scf::ParallelOp op) {
  Helds carried = get(op.getInitVals());
  iterate(op, allIntegers(op.getLowerBound()), allIntegers(op.getUpperBound()),
          allIntegers(op.getStep()), [&](const Helds &arguments) {
            // The terminator's operands, which its regions combine.
            Helds terms = runRegion(op.getRegion(), arguments);
            auto last = cast<scf::ReduceOp>(op.getBody()->getTerminator());
            for (auto [i, region] : llvm::enumerate(last.getReductions()))
              if (problem.empty())
                carried[i] = runRegion(region, {carried[i], terms[i]}).front();
            return problem.empty();
          });
  set(op.getResults(), carried);
}

/// Ops that run a region of theirs once.
bool Machine::runRegions(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
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
      .Case([&](scf::IndexSwitchOp choice) {
        if (!number(choice.getArg()).isExact()) {
          stop(op, "a condition that rounding may change");
          return true;
        }
        const int64_t *place =
            llvm::find(choice.getCases(), integer(choice.getArg()));
        bool isOther = place == choice.getCases().end();
        Region &taken =
            isOther
                ? choice.getDefaultRegion()
                : choice.getCaseRegions()[place - choice.getCases().begin()];
        set(op->getResults(), runRegion(taken, {}));
        return true;
      })
      .Case([&](scf::ExecuteRegionOp once) {
        set(op->getResults(), runRegion(once.getRegion(), {}));
        return true;
      })
      .Case([&](vector::MaskOp mask) {
        around = mask.getMask();
        Helds results = runRegion(mask.getMaskRegion(), {});
        around = Value();
        set(op->getResults(), results);
        return true;
      })
      .Default([](Operation *) { return false; });
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
      .Case([&](scf::ParallelOp loop) {
        runParallel(loop);
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
  if (++steps > kMostSteps)
    return stop(op, "too many steps");
  if (!runArithmetic(op) && !runMemory(op) && !runControl(op) &&
      !runRegions(op) && !runVector(op))
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
    // A signature that was converted rounds what comes.
    for (size_t i = 0; i < data.size(); ++i)
      (*view.buffer)[i] =
          roundTo(Interval::of(data[i]), shaped.getElementType());
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
