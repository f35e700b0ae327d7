//===- Movement.cpp - Elements of slices, pads and concatenations ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

Value Evaluator::foldedOffset(OpFoldResult offset) {
  if (auto attribute = dyn_cast<Attribute>(offset))
    return constant(cast<IntegerAttr>(attribute).getInt());
  return fromIndex(scalar(cast<Value>(offset)));
}

Value Evaluator::select(Value condition, Type type, function_ref<Value()> yes,
                        function_ref<Value()> no) {
  auto branch = scf::IfOp::create(builder, TypeRange{type}, condition,
                                  /*withElseRegion=*/true);
  for (auto [block, value] : {std::pair{branch.thenBlock(), yes},
                              std::pair{branch.elseBlock(), no}}) {
    OpBuilder::InsertionGuard guard(builder);
    Scope scope(*this);
    builder.setInsertionPointToEnd(block);
    Value result = value();
    if (!result)
      result = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    scf::YieldOp::create(builder, result);
  }
  return branch.getResult(0);
}

Evaluator::Lanes Evaluator::evaluateSteppedSlice(tensor::ExtractSliceOp op,
                                                 const LaneIndex &index) {
  if (index.lanes > 1)
    return evaluateEachLane(op.getResult(), index);
  SmallVector<int64_t> strides =
      getRowMajorStrides(op.getSourceType().getShape());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<Value> dims = delinearize(index.base, op.getType().getShape());
  Value sum = constant(0);
  unsigned next = 0;
  for (auto [dim, offset, step] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
    Value at = foldedOffset(offset);
    if (!dropped.test(dim))
      at = add(at, builder.createOrFold<arith::MulIOp>(dims[next++],
                                                       foldedOffset(step)));
    sum = add(sum, mul(at, strides[dim]));
  }
  return load(op.getSource(), {sum});
}

Evaluator::Lanes Evaluator::evaluateSlice(tensor::ExtractSliceOp op,
                                          const LaneIndex &index) {
  if (ShapedType::isDynamicShape(op.getStaticStrides()))
    return evaluateSteppedSlice(op, index);
  auto sourceType = op.getSourceType();
  SmallVector<int64_t> strides = getRowMajorStrides(sourceType.getShape());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  LinearAccess access;
  Value extra;
  for (auto [dim, offset, step] :
       llvm::enumerate(op.getMixedOffsets(), op.getStaticStrides())) {
    if (auto attribute = dyn_cast<Attribute>(offset)) {
      access.base += cast<IntegerAttr>(attribute).getInt() * strides[dim];
    } else {
      Value part = mul(foldedOffset(offset), strides[dim]);
      extra = extra ? add(extra, part) : part;
    }
    if (!dropped.test(dim))
      access.coefficients.push_back(strides[dim] * step);
  }
  ArrayRef<int64_t> extents = op.getType().getShape();
  for (auto [coefficient, extent] :
       llvm::zip_equal(access.coefficients, extents))
    if (extent == 1)
      coefficient = 0;
  return loadThrough(op.getSource(), access, extents, index, extra);
}

Evaluator::Lanes Evaluator::evaluatePad(tensor::PadOp op,
                                        const LaneIndex &index) {
  if (index.lanes > 1)
    return evaluateEachLane(op.getResult(), index);
  Value padding = op.getConstantPaddingValue();
  if (!padding) {
    fail(op, "expected a constant padding value");
    return {Value()};
  }
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  SmallVector<Value> dims =
      delinearize(index.base, op.getResultType().getShape());
  Value inside;
  Value sum = constant(0);
  for (auto [dim, low, extent, stride] : llvm::zip_equal(
           dims, op.getMixedLowPad(), shape, getRowMajorStrides(shape))) {
    // One unsigned comparison: what lies below wraps round to a large number.
    Value at = builder.createOrFold<arith::SubIOp>(dim, foldedOffset(low));
    Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, at,
                                       constant(extent));
    inside = inside ? arith::AndIOp::create(builder, inside, fits).getResult()
                    : fits;
    sum = add(sum, mul(at, stride));
  }
  if (!inside)
    return load(op.getSource(), index);
  return {select(
      inside, op.getType().getElementType(),
      [&] { return load(op.getSource(), {sum}).front(); },
      [&] { return scalar(padding); })};
}

Evaluator::Lanes Evaluator::evaluateConcat(tensor::ConcatOp op,
                                           const LaneIndex &index) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  int64_t inner = getVolume(shape.drop_front(op.getDim() + 1));
  int64_t total = shape[op.getDim()] * inner;
  SmallVector<int64_t> lengths;
  for (Value input : op.getInputs())
    lengths.push_back(
        cast<RankedTensorType>(input.getType()).getDimSize(op.getDim()) *
        inner);
  // All lanes lie in one input where the borders are multiples of their number.
  bool whole = index.lanes == 1 || (index.stride == 1 && index.aligned &&
                                    llvm::all_of(lengths, [&](int64_t length) {
                                      return length % index.lanes == 0;
                                    }));
  if (!whole)
    return evaluateEachLane(op.getResult(), index);
  Value outer = div(index.base, total);
  Value rest = rem(index.base, total);
  SmallVector<Type> types(index.lanes, op.getType().getElementType());
  // The input that holds them is searched for by halves.
  auto build = [&](auto &&self, unsigned first, unsigned last,
                   int64_t start) -> Lanes {
    if (first + 1 == last) {
      LaneIndex at = index;
      at.base = add(mul(outer, lengths[first]),
                    builder.createOrFold<arith::SubIOp>(rest, constant(start)));
      return load(op.getInputs()[first], at);
    }
    unsigned middle = (first + last + 1) / 2;
    int64_t border = start;
    for (unsigned number = first; number < middle; ++number)
      border += lengths[number];
    Value before = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                         rest, constant(border));
    auto branch = scf::IfOp::create(builder, types, before, true);
    for (bool isFirst : {true, false}) {
      OpBuilder::InsertionGuard guard(builder);
      Scope scope(*this);
      builder.setInsertionPointToEnd(isFirst ? branch.thenBlock()
                                             : branch.elseBlock());
      Lanes lanes = isFirst ? self(self, first, middle, start)
                            : self(self, middle, last, border);
      if (failed)
        return {};
      scf::YieldOp::create(builder, lanes);
    }
    return llvm::to_vector_of<Value>(branch.getResults());
  };
  return build(build, 0, lengths.size(), 0);
}

Evaluator::Lanes Evaluator::evaluateInsert(tensor::InsertSliceOp op,
                                           const LaneIndex &index) {
  if (index.lanes > 1)
    return evaluateEachLane(op.getResult(), index);
  SmallVector<Value> dims = delinearize(index.base, op.getType().getShape());
  ArrayRef<int64_t> sizes = op.getStaticSizes();
  SmallVector<int64_t> strides = getRowMajorStrides(sizes);
  Value inside;
  Value sum = constant(0);
  auto require = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    Value holds = arith::CmpIOp::create(builder, predicate, a, b);
    inside = inside ? arith::AndIOp::create(builder, inside, holds).getResult()
                    : holds;
  };
  for (auto [dim, offset, size, step, stride] : llvm::zip_equal(
           dims, op.getMixedOffsets(), sizes, op.getMixedStrides(), strides)) {
    Value at = builder.createOrFold<arith::SubIOp>(dim, foldedOffset(offset));
    Value by = foldedOffset(step);
    // Backwards: the same from the other side.
    if (std::optional<int64_t> known = getConstantIntValue(step);
        known && *known < 0) {
      at = builder.createOrFold<arith::SubIOp>(constant(0), at);
      by = constant(-*known);
    }
    require(arith::CmpIPredicate::ult, at, mul(by, size));
    if (getConstantIntValue(step) != 1) {
      require(arith::CmpIPredicate::eq,
              builder.createOrFold<arith::RemUIOp>(at, by), constant(0));
      at = builder.createOrFold<arith::DivUIOp>(at, by);
    }
    sum = add(sum, mul(at, stride));
  }
  if (!inside)
    return load(op.getSource(), index);
  return {select(
      inside, op.getType().getElementType(),
      [&] { return load(op.getSource(), {sum}).front(); },
      [&] { return load(op.getDest(), index).front(); })};
}
