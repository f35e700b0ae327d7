//===- Evaluator.cpp - Elements of fused tensor ops, on demand ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

unsigned amp::cuda::getMemoryBytes(Type elementType) {
  return (getMemoryType(elementType).getIntOrFloatBitWidth() + 7) / 8;
}

Operation *Evaluator::fail(Operation *op, const Twine &why) {
  if (!failed)
    op->emitOpError("cannot go to the GPU: ") << why;
  failed = true;
  return op;
}

Value Evaluator::constant(int64_t value) {
  return arith::ConstantOp::create(builder,
                                   builder.getIntegerAttr(indexType, value));
}
Value Evaluator::add(Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(a, b);
}
Value Evaluator::mul(Value a, int64_t b) {
  return b == 1 ? a : builder.createOrFold<arith::MulIOp>(a, constant(b));
}
Value Evaluator::div(Value a, int64_t b) {
  return b == 1 ? a : builder.createOrFold<arith::DivUIOp>(a, constant(b));
}
Value Evaluator::rem(Value a, int64_t b) {
  return builder.createOrFold<arith::RemUIOp>(a, constant(b));
}
Value Evaluator::toIndex(Value value) {
  return arith::IndexCastUIOp::create(builder, builder.getIndexType(), value);
}
Value Evaluator::fromIndex(Value value) {
  return arith::IndexCastOp::create(builder, indexType, value);
}

SmallVector<Value> Evaluator::delinearize(Value linear,
                                          ArrayRef<int64_t> extents) {
  SmallVector<Value> dims(extents.size());
  Value rest = linear;
  int64_t left = getVolume(extents);
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    left /= std::max<int64_t>(extents[i], 1);
    dims[i] = extents[i] == 1 ? constant(0)
              : left == 1     ? rest
                              : rem(rest, extents[i]);
    if (extents[i] != 1 && left != 1)
      rest = div(rest, extents[i]);
  }
  return dims;
}

/// Loops merged where the access runs through them in one stride: innermost
/// first, pairs of extent and coefficient.
static SmallVector<std::pair<int64_t, int64_t>>
mergeLoops(const LinearAccess &access, ArrayRef<int64_t> extents) {
  SmallVector<std::pair<int64_t, int64_t>> merged;
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    if (extents[i] == 1)
      continue;
    int64_t coefficient = access.coefficients[i];
    if (!merged.empty() &&
        coefficient == merged.back().first * merged.back().second)
      merged.back().first *= extents[i];
    else
      merged.emplace_back(extents[i], coefficient);
  }
  return merged;
}

Value Evaluator::offset(const LinearAccess &access, ArrayRef<int64_t> extents,
                        Value linear) {
  auto merged = mergeLoops(access, extents);
  while (!merged.empty() && merged.back().second == 0 && merged.size() > 1 &&
         merged[merged.size() - 2].second == 0)
    merged.pop_back();
  Value sum;
  Value rest = linear;
  for (auto [position, loop] : llvm::enumerate(merged)) {
    auto [extent, coefficient] = loop;
    bool last = position + 1 == merged.size();
    if (coefficient != 0) {
      Value part = mul(last ? rest : rem(rest, extent), coefficient);
      sum = sum ? add(sum, part) : part;
    }
    if (!last)
      rest = div(rest, extent);
  }
  if (!sum)
    return constant(access.base);
  return access.base == 0 ? sum : add(sum, constant(access.base));
}

/// The elements that `index` becomes under an access, or nothing where its
/// lanes would not lie in one stride. The same one each time, so that what lies
/// there is loaded once.
std::optional<LaneIndex> Evaluator::shift(const LinearAccess &access,
                                          ArrayRef<int64_t> extents,
                                          const LaneIndex &index) {
  if (isIdentityAccess(access, extents))
    return index;
  auto merged = mergeLoops(access, extents);
  auto key = merged;
  key.emplace_back(access.base, 0);
  auto [place, isNew] =
      places.try_emplace({index.base.getAsOpaquePointer(), index.lanes,
                          index.stride, index.aligned, std::move(key)},
                         index);
  if (!isNew)
    return place->second;
  LaneIndex &result = place->second;
  result.aligned = false;
  if (index.lanes > 1 && index.stride != 0) {
    bool oneLoop = merged.size() <= 1;
    if (!oneLoop && !(index.stride == 1 && index.aligned &&
                      merged.front().first % index.lanes == 0)) {
      places.erase(place);
      return std::nullopt;
    }
    int64_t inner = merged.empty() ? 0 : merged.front().second;
    result.stride = index.stride * inner;
    result.aligned = index.aligned && access.base % index.lanes == 0 &&
                     llvm::all_of(llvm::drop_begin(merged), [&](auto loop) {
                       return loop.second % index.lanes == 0;
                     });
  }
  result.base = offset(access, extents, index.base);
  return result;
}

Value Evaluator::laneBase(const LaneIndex &index, unsigned lane) {
  int64_t distance = index.stride * lane;
  return distance == 0 ? index.base : add(index.base, constant(distance));
}

void Evaluator::remember(Value tensor, const LaneIndex &index,
                         ArrayRef<Value> lanes) {
  known[{tensor.getAsOpaquePointer(), index.base.getAsOpaquePointer(),
         index.lanes, index.stride}] = Lanes(lanes);
}

Evaluator::Lanes Evaluator::evaluateEachLane(Value tensor,
                                             const LaneIndex &index) {
  Lanes lanes;
  for (unsigned lane = 0; lane != index.lanes; ++lane)
    lanes.push_back(load(tensor, {laneBase(index, lane)}).front());
  return lanes;
}

Evaluator::Lanes Evaluator::load(Value tensor, const LaneIndex &index) {
  tensor = stripViews(tensor);
  if (auto found = fixed.find(tensor); found != fixed.end())
    return Lanes(index.lanes, found->second);
  auto found =
      known.find({tensor.getAsOpaquePointer(), index.base.getAsOpaquePointer(),
                  index.lanes, index.stride});
  if (found != known.end())
    return found->second;
  if (Value fill = getFillScalar(tensor))
    return Lanes(index.lanes, scalar(fill));
  Type elementType = cast<RankedTensorType>(tensor.getType()).getElementType();
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)))
    return Lanes(
        index.lanes,
        arith::ConstantOp::create(
            builder, cast<TypedAttr>(splat.getSplatValue<Attribute>())));
  Lanes lanes;
  if (Value pointer = lowered_.lookup(tensor))
    lanes = loadMemory(pointer, elementType, index);
  else if (index.lanes > 1 && index.stride == 0)
    lanes = Lanes(index.lanes, load(tensor, {index.base}).front());
  else
    lanes = evaluate(cast<OpResult>(tensor), index);
  if (!failed)
    remember(tensor, index, lanes);
  return lanes;
}

Evaluator::Lanes Evaluator::loadThrough(Value tensor,
                                        const LinearAccess &access,
                                        ArrayRef<int64_t> extents,
                                        const LaneIndex &index, Value extra) {
  if (std::optional<LaneIndex> moved = shift(access, extents, index)) {
    if (extra) {
      moved->base = add(moved->base, extra);
      moved->aligned = false;
    }
    return load(tensor, *moved);
  }
  Lanes lanes;
  for (unsigned lane = 0; lane != index.lanes; ++lane) {
    Value base = offset(access, extents, laneBase(index, lane));
    if (extra)
      base = add(base, extra);
    lanes.push_back(load(tensor, {base}).front());
  }
  return lanes;
}

Evaluator::Lanes Evaluator::evaluate(OpResult result, const LaneIndex &index) {
  Operation *op = result.getOwner();
  if (failed)
    return {};
  if (isPointwiseGeneric(op))
    return evaluateGeneric(cast<linalg::GenericOp>(op),
                           result.getResultNumber(), index);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return evaluateSlice(slice, index);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return evaluatePad(pad, index);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return evaluateConcat(concat, index);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return evaluateInsert(insert, index);
  // Undefined contents: anything will do, zero is reproducible.
  Type elementType = cast<RankedTensorType>(result.getType()).getElementType();
  if (isa<tensor::EmptyOp>(op))
    return Lanes(index.lanes, arith::ConstantOp::create(
                                  builder, builder.getZeroAttr(elementType)));
  fail(op, "its elements cannot be computed one by one");
  return Lanes(index.lanes, Value());
}

Evaluator::Lanes Evaluator::evaluateGeneric(linalg::GenericOp op,
                                            unsigned number,
                                            const LaneIndex &index,
                                            OpOperand *given,
                                            const Lanes &givenLanes) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<Lanes> operands;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (input == given) {
      operands.push_back(givenLanes);
      continue;
    }
    if (!type) {
      operands.emplace_back(index.lanes, scalar(value));
      continue;
    }
    if (op.getMatchingBlockArgument(input).use_empty()) {
      operands.emplace_back(index.lanes, Value());
      continue;
    }
    auto access = getLinearAccess(op.getMatchingIndexingMap(input),
                                  type.getShape(), extents);
    if (!access) {
      fail(op, "the indexing map of operand #" +
                   Twine(input->getOperandNumber()) + " is not linear");
      return {};
    }
    operands.push_back(loadThrough(value, *access, extents, index));
    if (failed)
      return {};
  }
  bool readsLoops = !op.getBody()->getOps<linalg::IndexOp>().empty();
  SmallVector<Lanes> results(op.getNumResults());
  for (unsigned lane = 0; lane != index.lanes; ++lane) {
    SmallVector<Value> arguments = llvm::map_to_vector(
        operands, [&](const Lanes &lanes) { return lanes[lane]; });
    arguments.resize(op.getBody()->getNumArguments());
    SmallVector<Value> dims;
    if (readsLoops)
      dims = delinearize(laneBase(index, lane), extents);
    SmallVector<Value> yielded = cloneBody(op, arguments, dims);
    if (failed)
      return {};
    for (auto [lanes, value] : llvm::zip_equal(results, yielded))
      lanes.push_back(value);
  }
  for (auto [result, lanes] : llvm::zip_equal(op.getResults(), results))
    remember(result, index, lanes);
  return results[number];
}

SmallVector<Value> Evaluator::cloneBody(linalg::LinalgOp op,
                                        ValueRange arguments,
                                        ArrayRef<Value> dims) {
  Block *body = op.getBlock();
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip_equal(body->getArguments(), arguments))
    if (value)
      mapping.map(argument, value);
  auto lookUp = [&](Value value) {
    if (!mapping.contains(value))
      mapping.map(value, scalar(value));
    return mapping.lookup(value);
  };
  for (Operation &inner : body->without_terminator()) {
    if (isa<cf::AssertOp>(inner))
      continue;
    if (auto loop = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(loop.getResult(), toIndex(dims[loop.getDim()]));
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      auto type = extract.getTensor().getType();
      Value sum = constant(0);
      for (auto [position, stride] : llvm::zip_equal(
               extract.getIndices(), getRowMajorStrides(type.getShape())))
        sum = add(sum, mul(fromIndex(lookUp(position)), stride));
      Lanes element = load(extract.getTensor(), {sum});
      if (failed)
        return {};
      mapping.map(extract.getResult(), element.front());
      continue;
    }
    if (inner.getNumRegions() != 0) {
      fail(&inner, "a body may hold no op with regions");
      return {};
    }
    for (Value operand : inner.getOperands())
      lookUp(operand);
    if (failed)
      return {};
    builder.clone(inner, mapping);
  }
  return llvm::map_to_vector(body->getTerminator()->getOperands(), lookUp);
}

Value Evaluator::scalar(Value value) {
  if (Value found = lowered_.lookup(value))
    return found;
  Operation *op = value.getDefiningOp();
  if (op && op->hasTrait<OpTrait::ConstantLike>())
    return builder.clone(*op)->getResult(0);
  Operation *at = op ? op : value.getParentBlock()->getParentOp();
  fail(at, "expected a constant or an argument of the kernel");
  return arith::ConstantOp::create(builder,
                                   builder.getZeroAttr(value.getType()));
}

Evaluator::Lanes Evaluator::loadMemory(Value pointer, Type elementType,
                                       const LaneIndex &index) {
  Type memory = getMemoryType(elementType);
  unsigned bytes = getMemoryBytes(elementType);
  auto convert = [&](Value value) {
    return fromMemory(builder, elementType, value);
  };
  auto address = [&](Value base) {
    return LLVM::GEPOp::create(builder, pointer.getType(), memory, pointer,
                               ValueRange{base});
  };
  auto loadOne = [&](Value base) {
    return convert(LLVM::LoadOp::create(builder, memory, address(base), bytes));
  };
  Lanes lanes;
  if (index.stride == 0)
    return Lanes(index.lanes, loadOne(index.base));
  unsigned width = std::min<unsigned>(index.lanes, 16 / bytes);
  if (index.stride != 1 || !index.aligned || width < 2) {
    for (unsigned lane = 0; lane != index.lanes; ++lane)
      lanes.push_back(loadOne(laneBase(index, lane)));
    return lanes;
  }
  auto type = VectorType::get(width, memory);
  for (unsigned first = 0; first != index.lanes; first += width) {
    Value chunk = LLVM::LoadOp::create(
        builder, type, address(laneBase(index, first)), bytes * width);
    for (unsigned lane = 0; lane != width; ++lane)
      lanes.push_back(convert(LLVM::ExtractElementOp::create(
          builder, chunk,
          arith::ConstantOp::create(builder,
                                    builder.getI32IntegerAttr(lane)))));
  }
  return lanes;
}

void Evaluator::store(Value pointer, Type elementType, const LaneIndex &index,
                      ArrayRef<Value> values) {
  Type memory = getMemoryType(elementType);
  unsigned bytes = getMemoryBytes(elementType);
  auto convert = [&](Value value) { return toMemory(builder, value); };
  auto address = [&](Value base) {
    return LLVM::GEPOp::create(builder, pointer.getType(), memory, pointer,
                               ValueRange{base});
  };
  unsigned width = std::min<unsigned>(index.lanes, 16 / bytes);
  if (index.stride != 1 || !index.aligned || width < 2) {
    for (unsigned lane = 0; lane != index.lanes; ++lane)
      LLVM::StoreOp::create(builder, convert(values[lane]),
                            address(laneBase(index, lane)), bytes);
    return;
  }
  auto type = VectorType::get(width, memory);
  for (unsigned first = 0; first != index.lanes; first += width) {
    Value chunk = LLVM::PoisonOp::create(builder, type);
    for (unsigned lane = 0; lane != width; ++lane)
      chunk = LLVM::InsertElementOp::create(
          builder, chunk, convert(values[first + lane]),
          arith::ConstantOp::create(builder, builder.getI32IntegerAttr(lane)));
    LLVM::StoreOp::create(builder, chunk, address(laneBase(index, first)),
                          bytes * width);
  }
}
