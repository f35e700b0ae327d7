//===- Recorder.cpp - Statistics of tensors, computed in the IR -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

NamedAttrList amp::makeKey(Value value, StringRef path) {
  Builder builder(value.getContext());
  NamedAttrList key;
  key.set("path", builder.getStringAttr(path));
  auto result = dyn_cast<OpResult>(value);
  if (result && result.getOwner()->getNumResults() > 1)
    key.set("result", builder.getI64IntegerAttr(result.getResultNumber()));
  key.set("loc", builder.getStringAttr(formatLocation(value.getLoc())));
  return key;
}

NamedAttrList amp::makeKey(Value value, const StablePaths &paths) {
  Operation *op = value.getDefiningOp();
  return makeKey(value, op ? paths.getPath(op)
                           : paths.getPath(cast<BlockArgument>(value)));
}

ArrayAttr amp::padAttributes(ArrayAttr attributes, size_t count) {
  SmallVector<Attribute> padded(attributes.getValue());
  padded.resize(count, DictionaryAttr::get(attributes.getContext()));
  return ArrayAttr::get(attributes.getContext(), padded);
}

namespace {
/// The loop of one recorder: scalars that it carries, and the row.
class Body : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value f64(double value) {
    return arith::ConstantOp::create(*this, getF64FloatAttr(value));
  }
  Value f32(double value) {
    return arith::ConstantOp::create(*this, getF32FloatAttr(float(value)));
  }
  Value i32(int32_t value) {
    return arith::ConstantOp::create(*this, getI32IntegerAttr(value));
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(*this, value);
  }
  Value read(Value row, unsigned column) {
    return tensor::ExtractOp::create(*this, row, ValueRange{index(column)});
  }
  Value write(Value number, Value row, unsigned column) {
    return tensor::InsertOp::create(*this, number, row,
                                    ValueRange{index(column)});
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(*this, condition, yes, no);
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(*this, predicate, a, b);
  }
  Value both(Value a, Value b) { return arith::AndIOp::create(*this, a, b); }
  /// `sum` plus one where `condition` holds.
  Value count(Value sum, Value condition) {
    return arith::AddFOp::create(*this, sum,
                                 select(condition, f64(1.0), f64(0.0)));
  }
  Value toF32(Value value) {
    if (value.getType().isF32())
      return value;
    return arith::ExtFOp::create(*this, getF32Type(), value);
  }
  Value toF64(Value value) {
    return arith::ExtFOp::create(*this, getF64Type(), value);
  }
  Value absolute(Value value) { return math::AbsFOp::create(*this, value); }
  Value isFinite(Value value) {
    return compare(arith::CmpFPredicate::OLT, absolute(value),
                   f32(std::numeric_limits<double>::infinity()));
  }
};
} // namespace

bool Recorder::canRecord(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         (tensor.getElementType().isF32() || tensor.getElementType().isF16() ||
          tensor.getElementType().isBF16());
}

Value Recorder::createZeroRow(OpBuilder &builder, Location loc,
                              unsigned columns) {
  auto type = RankedTensorType::get({columns}, builder.getF64Type());
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

func::FuncOp Recorder::createFunction(StringRef name, ArrayRef<Type> elements,
                                      unsigned columns) {
  auto module = cast<ModuleOp>(symbols.getOp());
  SmallVector<Type> inputs;
  for (Type element : elements)
    inputs.push_back(RankedTensorType::get({ShapedType::kDynamic}, element));
  Type row =
      RankedTensorType::get({columns}, Float64Type::get(module.getContext()));
  inputs.push_back(row);
  auto function =
      func::FuncOp::create(module.getLoc(), name,
                           FunctionType::get(module.getContext(), inputs, row));
  function.setPrivate();
  symbols.insert(function);
  function.addEntryBlock();
  return function;
}

/// Starts the loop over all elements; its body block is left without a yield.
static scf::ForOp createLoop(Body &b, Value tensor, ValueRange inits) {
  Value zero = b.index(0), one = b.index(1);
  Value count = tensor::DimOp::create(b, tensor, zero);
  auto loop =
      scf::ForOp::create(b, zero, count, one, inits,
                         [](OpBuilder &, Location, Value, ValueRange) {});
  b.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// Columns that a loop of getRecord carries as scalars, in this order; the row
/// itself comes last.
static constexpr unsigned kCarried[] = {
    kRecordInfinite, kRecordNaN, kRecordZero,   kRecordSubnormal,
    kRecordMin,      kRecordMax, kRecordSquares};

/// What the loop of getRecord carries on after the element `stored`.
static SmallVector<Value> recordElement(Body &b, Value stored,
                                        ValueRange carried) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto element = cast<FloatType>(stored.getType());
  Value x = b.toF32(stored);
  Value magnitude = b.absolute(x);
  Value finite = b.isFinite(x);
  double normal = APFloat::getSmallestNormalized(element.getFloatSemantics())
                      .convertToDouble();
  SmallVector<Value> next;
  next.push_back(b.count(carried[0], b.compare(arith::CmpFPredicate::OEQ,
                                               magnitude, b.f32(infinity))));
  next.push_back(
      b.count(carried[1], b.compare(arith::CmpFPredicate::UNO, x, x)));
  Value isZero = b.compare(arith::CmpFPredicate::OEQ, x, b.f32(0.0));
  next.push_back(b.count(carried[2], isZero));
  Value small = b.compare(arith::CmpFPredicate::OLT, magnitude, b.f32(normal));
  next.push_back(b.count(
      carried[3],
      b.both(small, b.compare(arith::CmpFPredicate::ONE, x, b.f32(0.0)))));
  Value wide = b.toF64(x);
  next.push_back(b.select(
      b.both(finite, b.compare(arith::CmpFPredicate::OLT, wide, carried[4])),
      wide, carried[4]));
  next.push_back(b.select(
      b.both(finite, b.compare(arith::CmpFPredicate::OGT, wide, carried[5])),
      wide, carried[5]));
  Value square = arith::MulFOp::create(b, wide, wide);
  next.push_back(arith::AddFOp::create(b, carried[6],
                                       b.select(finite, square, b.f64(0.0))));
  // Bits 23 to 30 are the exponent.
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), x);
  Value exponent = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, bits, b.i32(23)), b.i32(255));
  Value column = arith::IndexCastOp::create(
      b, b.getIndexType(),
      arith::AddIOp::create(b, exponent, b.i32(kRecordExponents)));
  Value seen = tensor::ExtractOp::create(b, carried[7], ValueRange{column});
  next.push_back(
      tensor::InsertOp::create(b, arith::AddFOp::create(b, seen, b.f64(1.0)),
                               carried[7], ValueRange{column}));
  return next;
}

func::FuncOp Recorder::getRecord(Type element) {
  func::FuncOp &function = records[element];
  if (function)
    return function;
  std::string name = "amp_record_";
  llvm::raw_string_ostream(name) << element;
  function = createFunction(name, {element}, kRecordColumns);
  Body b(function.getLoc(), OpBuilder::atBlockBegin(&function.front()));
  Value tensor = function.getArgument(0), row = function.getArgument(1);
  constexpr double infinity = std::numeric_limits<double>::infinity();

  // A row of zeros has seen nothing: its bounds are none.
  Value before = b.read(row, kRecordElements);
  Value isFirst = b.compare(arith::CmpFPredicate::OEQ, before, b.f64(0.0));
  SmallVector<Value> inits;
  for (unsigned column : kCarried)
    inits.push_back(b.read(row, column));
  inits[4] = b.select(isFirst, b.f64(infinity), inits[4]);
  inits[5] = b.select(isFirst, b.f64(-infinity), inits[5]);
  inits.push_back(row);

  scf::ForOp loop = createLoop(b, tensor, inits);
  Value stored =
      tensor::ExtractOp::create(b, tensor, ValueRange{loop.getInductionVar()});
  scf::YieldOp::create(b, recordElement(b, stored, loop.getRegionIterArgs()));

  b.setInsertionPointAfter(loop);
  Value result = loop.getResult(7);
  for (auto [number, carriedColumn] : llvm::enumerate(kCarried))
    result = b.write(loop.getResult(number), result, carriedColumn);
  Value elements = arith::UIToFPOp::create(
      b, b.getF64Type(),
      arith::IndexCastOp::create(b, b.getI64Type(), loop.getUpperBound()));
  result = b.write(arith::AddFOp::create(b, before, elements), result,
                   kRecordElements);
  func::ReturnOp::create(b, result);
  return function;
}

func::FuncOp Recorder::getCompare(Type high, Type low) {
  func::FuncOp &function = compares[{high, low}];
  if (function)
    return function;
  std::string name = "amp_compare_";
  llvm::raw_string_ostream(name) << high << '_' << low;
  function = createFunction(name, {high, low}, kCompareColumns);
  Body b(function.getLoc(), OpBuilder::atBlockBegin(&function.front()));
  Value row = function.getArgument(2);
  Value before = b.read(row, kCompareElements);
  SmallVector<Value> inits;
  for (unsigned column = kCompareSquares; column < kCompareColumns; ++column)
    inits.push_back(b.read(row, column));

  scf::ForOp loop = createLoop(b, function.getArgument(0), inits);
  ValueRange carried = loop.getRegionIterArgs();
  SmallVector<Value> at{loop.getInductionVar()};
  Value want =
      b.toF32(tensor::ExtractOp::create(b, function.getArgument(0), at));
  Value got =
      b.toF32(tensor::ExtractOp::create(b, function.getArgument(1), at));
  Value wantFinite = b.isFinite(want), gotFinite = b.isFinite(got);
  Value comparable = b.both(wantFinite, gotFinite);
  Value zero = b.f64(0.0);
  // What f32 itself cannot hold is nobody's fault.
  Value wide = b.select(wantFinite, b.toF64(want), zero);
  Value error = b.select(
      comparable, arith::SubFOp::create(b, b.toF64(got), b.toF64(want)), zero);
  Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
  auto negate = [&](Value flag) -> Value {
    return arith::XOrIOp::create(b, flag, yes);
  };
  Value gotZero = b.compare(arith::CmpFPredicate::OEQ, got, b.f32(0.0));
  Value wantSome = b.compare(arith::CmpFPredicate::ONE, want, b.f32(0.0));
  SmallVector<Value> next;
  for (Value number : {wide, error})
    next.push_back(arith::AddFOp::create(
        b, carried[next.size()], arith::MulFOp::create(b, number, number)));
  for (Value number : {wide, error})
    next.push_back(
        arith::MaximumFOp::create(b, carried[next.size()], b.absolute(number)));
  next.push_back(b.count(carried[4], b.both(wantFinite, negate(gotFinite))));
  next.push_back(b.count(carried[5], b.both(gotZero, wantSome)));
  next.push_back(b.count(carried[6], negate(wantFinite)));
  scf::YieldOp::create(b, next);

  b.setInsertionPointAfter(loop);
  Value elements = arith::UIToFPOp::create(
      b, b.getF64Type(),
      arith::IndexCastOp::create(b, b.getI64Type(), loop.getUpperBound()));
  row = b.write(arith::AddFOp::create(b, before, elements), row,
                kCompareElements);
  for (auto [number, value] : llvm::enumerate(loop.getResults()))
    row = b.write(value, row, kCompareSquares + number);
  func::ReturnOp::create(b, row);
  return function;
}

/// `value` as one dimension of unknown extent.
static Value flatten(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type target =
      RankedTensorType::get({ShapedType::kDynamic}, type.getElementType());
  if (type.getRank() == 0)
    value = tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get({1}, type.getElementType()), value,
        ArrayRef<ReassociationIndices>());
  else if (type.getRank() > 1)
    value = tensor::CollapseShapeOp::create(
        builder, loc, value,
        ArrayRef<ReassociationIndices>(
            llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()))));
  if (value.getType() == target)
    return value;
  return tensor::CastOp::create(builder, loc, target, value);
}

func::CallOp Recorder::createRecord(OpBuilder &builder, Location loc,
                                    Value value, Value row) {
  func::FuncOp callee = getRecord(getElementTypeOrSelf(value.getType()));
  return func::CallOp::create(builder, loc, callee,
                              ValueRange{flatten(builder, loc, value), row});
}

func::CallOp Recorder::createCompare(OpBuilder &builder, Location loc,
                                     Value high, Value low, Value row) {
  func::FuncOp callee = getCompare(getElementTypeOrSelf(high.getType()),
                                   getElementTypeOrSelf(low.getType()));
  return func::CallOp::create(
      builder, loc, callee,
      ValueRange{flatten(builder, loc, high), flatten(builder, loc, low), row});
}
