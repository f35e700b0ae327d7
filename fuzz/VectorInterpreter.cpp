//===- VectorInterpreter.cpp - Vectors of intervals -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the vector dialect, as its documentation defines them: elements are a
// list in row-major order. Sums are those of scalars, one after the other; the
// intervals hold those of other orders.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

using Elements = std::vector<Interval>;

static VectorType vectorType(Value value) {
  return dyn_cast<VectorType>(value.getType());
}

/// No extents for a number.
static ArrayRef<int64_t> shapeOf(Value value) {
  VectorType type = vectorType(value);
  return type ? type.getShape() : ArrayRef<int64_t>();
}

/// The place of `index` in row-major order.
static int64_t flatten(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  return linearize(index, computeStrides(shape));
}

/// Calls `each` with the indices of `shape` in row-major order.
static void forEach(ArrayRef<int64_t> shape,
                    function_ref<void(ArrayRef<int64_t>)> each) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  do
    each(index);
  while (advance(index, shape));
}

static SmallVector<int64_t> integers(ArrayAttr from) {
  return llvm::map_to_vector(from.getAsRange<IntegerAttr>(),
                             [](IntegerAttr one) { return one.getInt(); });
}

ArrayRef<Interval> Machine::elements(Value value) {
  const Held &held = values[value];
  if (vectorType(value))
    return *held.view.buffer;
  return held.number;
}

void Machine::setElements(Value value, Elements held) {
  if (!vectorType(value))
    return set(value, held.front());
  View view = makeView(shapeOf(value));
  *view.buffer = std::move(held);
  values[value] = Held{{}, view};
}

bool Machine::isOn(Operation *op, Value mask, int64_t lane) {
  for (Value each : {mask, around}) {
    if (!each)
      continue;
    Interval bit = elements(each)[lane];
    if (!bit.isExact())
      stop(op, "a mask that rounding may change");
    if (bit.low == 0)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// Ops whose results hold elements of their operands at other places.
bool Machine::pickElements(Operation *op) {
  // Element by element: which operand, and where in it.
  auto pick =
      [&](function_ref<std::pair<Value, int64_t>(ArrayRef<int64_t>)> from) {
        Value result = op->getResult(0);
        Elements held;
        forEach(shapeOf(result), [&](ArrayRef<int64_t> index) {
          auto [operand, place] = from(index);
          held.push_back(place < 0 ? Interval::anything()
                                   : elements(operand)[place]);
        });
        setElements(result, std::move(held));
        return true;
      };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](vector::BroadcastOp spread) {
        ArrayRef<int64_t> shape = shapeOf(spread.getSource());
        return pick([&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> from(index.take_back(shape.size()));
          for (auto [position, size] : llvm::zip(from, shape))
            position = size == 1 ? 0 : position;
          return std::pair(spread.getSource(), flatten(from, shape));
        });
      })
      .Case([&](vector::TransposeOp transpose) {
        ArrayRef<int64_t> shape = shapeOf(transpose.getVector());
        return pick([&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> from(shape.size());
          for (auto [i, dim] : llvm::enumerate(transpose.getPermutation()))
            from[dim] = index[i];
          return std::pair(transpose.getVector(), flatten(from, shape));
        });
      })
      .Case([&](vector::ExtractOp extract) {
        ArrayRef<int64_t> shape = shapeOf(extract.getSource());
        return pick([&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> from = allIntegers(extract.getMixedPosition());
          llvm::append_range(from, index);
          return std::pair(extract.getSource(), flatten(from, shape));
        });
      })
      .Case([&](vector::InsertOp insert) {
        size_t rank = insert.getMixedPosition().size();
        return pick([&](ArrayRef<int64_t> index) {
          bool isInside = true;
          for (auto [position, i] : llvm::zip(insert.getMixedPosition(), index))
            isInside &= integer(position) == i;
          ArrayRef<int64_t> shape = shapeOf(insert.getValueToStore());
          return isInside ? std::pair(insert.getValueToStore(),
                                      flatten(index.drop_front(rank), shape))
                          : std::pair(insert.getDest(),
                                      flatten(index, shapeOf(insert)));
        });
      })
      .Case([&](vector::ExtractStridedSliceOp slice) {
        SmallVector<int64_t> offsets = integers(slice.getOffsets()),
                             strides = integers(slice.getStrides());
        return pick([&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> from(index);
          for (size_t i = 0; i < offsets.size(); ++i)
            from[i] = offsets[i] + index[i] * strides[i];
          return std::pair(slice.getSource(),
                           flatten(from, shapeOf(slice.getSource())));
        });
      })
      .Case([&](vector::ShuffleOp shuffle) {
        ArrayRef<int64_t> shape = shapeOf(shuffle.getV1());
        int64_t rows = shape.empty() ? 1 : shape.front();
        return pick([&](ArrayRef<int64_t> index) {
          int64_t row = shuffle.getMask()[index.front()];
          if (row < 0)
            return std::pair(Value(shuffle.getV1()), row);
          SmallVector<int64_t> from(index);
          from.front() = row < rows ? row : row - rows;
          return std::pair(
              Value(row < rows ? shuffle.getV1() : shuffle.getV2()),
              shape.empty() ? 0 : flatten(from, shape));
        });
      })
      .Case([&](vector::InterleaveOp join) {
        return pick([&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> from(index);
          from.back() /= 2;
          return std::pair(
              Value(index.back() % 2 ? join.getRhs() : join.getLhs()),
              flatten(from, shapeOf(join.getLhs())));
        });
      })
      .Default([](Operation *) { return false; });
}

/// Ops that take vectors apart, put them together or make them of none.
bool Machine::buildVector(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](vector::ShapeCastOp cast) {
        setElements(cast, elements(cast.getSource()).vec());
        return true;
      })
      .Case([&](vector::InsertStridedSliceOp slice) {
        Elements held = elements(slice.getDest()).vec();
        ArrayRef<int64_t> shape = shapeOf(slice.getValueToStore());
        SmallVector<int64_t> offsets = integers(slice.getOffsets()),
                             strides = integers(slice.getStrides());
        size_t first = offsets.size() - shape.size();
        forEach(shape, [&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> to(offsets);
          for (auto [i, position] : llvm::enumerate(index))
            to[first + i] += position * strides[i];
          held[flatten(to, shapeOf(slice))] =
              elements(slice.getValueToStore())[flatten(index, shape)];
        });
        setElements(slice, std::move(held));
        return true;
      })
      .Case([&](vector::DeinterleaveOp split) {
        ArrayRef<Interval> from = elements(split.getSource());
        for (unsigned odd : {0, 1}) {
          Elements held;
          for (size_t i = odd; i < from.size(); i += 2)
            held.push_back(from[i]);
          setElements(split->getResult(odd), std::move(held));
        }
        return true;
      })
      .Case<vector::ConstantMaskOp, vector::CreateMaskOp>([&](auto mask) {
        // On below a size in each dimension.
        SmallVector<int64_t> sizes;
        if constexpr (std::is_same_v<decltype(mask), vector::ConstantMaskOp>)
          sizes.assign(mask.getMaskDimSizes());
        else
          sizes = allIntegers(mask.getOperands());
        Elements held;
        forEach(shapeOf(mask), [&](ArrayRef<int64_t> index) {
          bool isInside = true;
          for (auto [position, size] : llvm::zip(index, sizes))
            isInside &= position < size;
          held.push_back(Interval::of(isInside));
        });
        setElements(mask, std::move(held));
        return true;
      })
      .Case([&](vector::FromElementsOp from) {
        Elements held;
        for (Value one : from.getElements())
          held.push_back(number(one));
        setElements(from, std::move(held));
        return true;
      })
      .Case([&](vector::ToElementsOp to) {
        Elements held = elements(to.getSource()).vec();
        for (auto [result, one] : llvm::zip(to.getResults(), held))
          set(result, one);
        return true;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The op on numbers that `kind` names; nothing for those of integers.
static StringRef nameOf(vector::CombiningKind kind) {
  switch (kind) {
  case vector::CombiningKind::ADD:
    return "arith.addf";
  case vector::CombiningKind::MUL:
    return "arith.mulf";
  case vector::CombiningKind::MAXIMUMF:
    return "arith.maximumf";
  case vector::CombiningKind::MINIMUMF:
    return "arith.minimumf";
  case vector::CombiningKind::MAXNUMF:
    return "arith.maxnumf";
  case vector::CombiningKind::MINNUMF:
    return "arith.minnumf";
  default:
    return "";
  }
}

static Interval combine(vector::CombiningKind kind, Type type,
                        const Interval &a, const Interval &b) {
  return *evaluateFloat(nameOf(kind), {a, b}, type);
}

void Machine::contract(vector::ContractionOp op) {
  Elements sums = elements(op.getAcc()).vec();
  Type type = getElementTypeOrSelf(op.getType());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> bounds;
  op.getIterationBounds(bounds);
  int64_t lane = 0;
  forEach(bounds, [&](ArrayRef<int64_t> index) {
    auto place = [&](unsigned operand) {
      Value value = op->getOperand(operand);
      return flatten(maps[operand].compose(index), shapeOf(value));
    };
    if (!isOn(op, /*mask=*/Value(), lane++))
      return;
    Interval product = *evaluateFloat(
        "arith.mulf",
        {elements(op.getLhs())[place(0)], elements(op.getRhs())[place(1)]},
        type);
    Interval &sum = sums[place(2)];
    sum = combine(op.getKind(), type, sum, product);
  });
  for (const Interval &sum : sums)
    note(type, sum);
  setElements(op.getResult(), std::move(sums));
}

void Machine::scan(vector::ScanOp op) {
  Elements held(elements(op.getSource()).size()),
      last = elements(op.getInitialValue()).vec();
  Type type = getElementTypeOrSelf(op.getDest().getType());
  ArrayRef<int64_t> shape = shapeOf(op.getSource());
  SmallVector<int64_t> rest(shape);
  rest.erase(rest.begin() + op.getReductionDim());
  // What was summed up so far, beside `last`, which an exclusive one lags by.
  Elements sums = last;
  forEach(shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> row(index);
    row.erase(row.begin() + op.getReductionDim());
    int64_t at = flatten(index, shape), to = flatten(row, rest);
    const Interval &next = elements(op.getSource())[at];
    bool isFirst = index[op.getReductionDim()] == 0;
    if (op.getInclusive()) {
      sums[to] = isFirst ? next : combine(op.getKind(), type, sums[to], next);
      held[at] = sums[to];
    } else {
      held[at] = sums[to];
      sums[to] = combine(op.getKind(), type, sums[to], next);
    }
    last[to] = held[at];
  });
  setElements(op.getDest(), std::move(held));
  setElements(op.getAccumulatedValue(), std::move(last));
}

bool Machine::reduceVector(Operation *op) {
  if (op->getNumOperands() == 0)
    return false;
  Type type = getElementTypeOrSelf(op->getOperand(0).getType());
  if (!isa<FloatType>(type))
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](vector::ReductionOp reduction) {
        std::optional<Interval> sum;
        if (reduction.getAcc())
          sum = number(reduction.getAcc());
        ArrayRef<Interval> terms = elements(reduction.getVector());
        for (auto [lane, term] : llvm::enumerate(terms))
          if (isOn(op, /*mask=*/Value(), lane))
            sum = sum ? combine(reduction.getKind(), type, *sum, term) : term;
        set(reduction, sum.value_or(Interval::of(0)));
        note(type, number(reduction));
        return true;
      })
      .Case([&](vector::MultiDimReductionOp reduction) {
        Elements sums = elements(reduction.getAcc()).vec();
        ArrayRef<int64_t> shape = shapeOf(reduction.getSource());
        int64_t lane = 0;
        forEach(shape, [&](ArrayRef<int64_t> index) {
          SmallVector<int64_t> kept;
          for (auto [i, isReduced] :
               llvm::enumerate(reduction.getReductionMask()))
            if (!isReduced)
              kept.push_back(index[i]);
          Interval &sum = sums[flatten(kept, shapeOf(reduction.getDest()))];
          const Interval &term = elements(reduction.getSource())[lane];
          if (isOn(op, /*mask=*/Value(), lane++))
            sum = combine(reduction.getKind(), type, sum, term);
        });
        for (const Interval &sum : sums)
          note(type, sum);
        setElements(reduction.getDest(), std::move(sums));
        return true;
      })
      .Case([&](vector::OuterProductOp product) {
        Elements held;
        for (const Interval &a : elements(product.getLhs()))
          for (const Interval &b : elements(product.getRhs()))
            held.push_back(*evaluateFloat("arith.mulf", {a, b}, type));
        if (Value acc = product.getAcc())
          for (auto [i, one] : llvm::enumerate(held))
            one = combine(product.getKind(), type, elements(acc)[i], one);
        for (const Interval &one : held)
          note(type, one);
        setElements(product.getResult(), std::move(held));
        return true;
      })
      .Case([&](vector::FMAOp fma) {
        Elements held;
        for (auto [a, b, c] :
             llvm::zip(elements(fma.getLhs()), elements(fma.getRhs()),
                       elements(fma.getAcc()))) {
          held.push_back(*evaluateFloat("math.fma", {a, b, c}, type));
          note(type, held.back());
        }
        setElements(fma, std::move(held));
        return true;
      })
      .Case([&](vector::ContractionOp contraction) {
        contract(contraction);
        return true;
      })
      .Case([&](vector::ScanOp sums) {
        scan(sums);
        return true;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Machine::transfer(VectorTransferOpInterface op) {
  const View &view = values[op.getBase()].view;
  auto read = dyn_cast<vector::TransferReadOp>(op.getOperation());
  SmallVector<int64_t> start = allIntegers(op.getIndices());
  Elements held;
  int64_t lane = 0;
  // A mask has the extents that memory has, in its order.
  if (op.getMask() && !op.getPermutationMap().isMinorIdentity())
    return stop(op, "a mask of other order");
  forEach(op.getVectorType().getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> at(start);
    for (auto [i, result] :
         llvm::enumerate(op.getPermutationMap().getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        at[dim.getPosition()] += index[i];
    auto isIn = [&](unsigned dim) {
      return at[dim] >= 0 && at[dim] < view.sizes[dim];
    };
    bool on = isOn(op, op.getMask(), lane), isInside = on;
    int64_t place = view.offset;
    for (auto [dim, stride] : llvm::enumerate(view.strides)) {
      isInside &= isIn(dim);
      place += at[dim] * stride;
    }
    // What is said to lie inside and does not is undefined.
    for (auto [i, result] :
         llvm::enumerate(op.getPermutationMap().getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(result);
          dim && on && op.isDimInBounds(i) && !isIn(dim.getPosition()))
        return stop(op, "out of bounds");
    if (read)
      held.push_back(isInside ? (*view.buffer)[place]
                              : number(read.getPadding()));
    else if (isInside)
      (*view.buffer)[place] =
          elements(cast<vector::TransferWriteOp>(*op).getValueToStore())[lane];
    ++lane;
  });
  if (read && problem.empty())
    setElements(read, std::move(held));
}

/// Loads or stores (what has no result) of lanes that lie one after the other
/// from `indices` on, at the places that a vector of indices tells, or packed:
/// only those that `mask` selects. Lanes that are off are those of `data`.
void Machine::moveLanes(Operation *op, Value memory, ValueRange indices,
                        Value mask, Value data) {
  const View &view = values[memory].view;
  int64_t start = view.offset;
  for (auto [index, stride] : llvm::zip(indices, view.strides))
    start += integer(index) * stride;
  Value offsets;
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    offsets = gather.getIndices();
  if (auto scatter = dyn_cast<vector::ScatterOp>(op))
    offsets = scatter.getIndices();
  bool isPacked = isa<vector::ExpandLoadOp, vector::CompressStoreOp>(op);
  bool loads = op->getNumResults() != 0;
  ArrayRef<int64_t> shape = shapeOf(loads ? Value(op->getResult(0)) : data);
  Elements held;
  int64_t lane = 0, taken = 0;
  forEach(shape, [&](ArrayRef<int64_t> index) {
    bool on = isOn(op, mask, lane);
    int64_t place = start;
    if (offsets)
      place += int64_t(elements(offsets)[lane].low) * view.strides.back();
    else if (isPacked)
      place += taken * view.strides.back();
    else
      for (auto [position, stride] :
           llvm::zip(llvm::reverse(index), llvm::reverse(view.strides)))
        place += position * stride;
    if (on && (place < 0 || place >= int64_t(view.buffer->size())))
      return stop(op, "out of bounds");
    if (loads)
      held.push_back(on ? (*view.buffer)[place] : elements(data)[lane]);
    else if (on)
      (*view.buffer)[place] = elements(data)[lane];
    taken += on;
    ++lane;
  });
  if (loads && problem.empty())
    setElements(op->getResult(0), std::move(held));
}

bool Machine::moveMemory(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](VectorTransferOpInterface each) {
        transfer(each);
        return true;
      })
      .Case([&](vector::LoadOp load) {
        moveLanes(op, load.getBase(), load.getIndices(), {}, {});
        return true;
      })
      .Case([&](vector::StoreOp store) {
        moveLanes(op, store.getBase(), store.getIndices(), {},
                  store.getValueToStore());
        return true;
      })
      .Case<vector::MaskedLoadOp, vector::ExpandLoadOp>([&](auto load) {
        moveLanes(op, load.getBase(), load.getIndices(), load.getMask(),
                  load.getPassThru());
        return true;
      })
      .Case<vector::MaskedStoreOp, vector::CompressStoreOp>([&](auto store) {
        moveLanes(op, store.getBase(), store.getIndices(), store.getMask(),
                  store.getValueToStore());
        return true;
      })
      .Case([&](vector::GatherOp gather) {
        moveLanes(op, gather.getBase(), gather.getOffsets(), gather.getMask(),
                  gather.getPassThru());
        return true;
      })
      .Case([&](vector::ScatterOp scatter) {
        moveLanes(op, scatter.getBase(), scatter.getOffsets(),
                  scatter.getMask(), scatter.getValueToStore());
        return true;
      })
      .Default([](Operation *) { return false; });
}

bool Machine::runVector(Operation *op) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  if (llvm::any_of(op->getOperandTypes(), isScalable) ||
      llvm::any_of(op->getResultTypes(), isScalable))
    return false;
  if (auto cast = dyn_cast<vector::BitCastOp>(op)) {
    // Bits of what is not known exactly: anything.
    if (!isa<FloatType>(getElementTypeOrSelf(cast.getType())))
      return false;
    setElements(
        cast, Elements(cast.getType().getNumElements(), Interval::anything()));
    return true;
  }
  return pickElements(op) || buildVector(op) || reduceVector(op) ||
         moveMemory(op);
}
