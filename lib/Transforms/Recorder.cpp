//===- Recorder.cpp - Statistics of tensors, computed in the IR -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
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
/// The body of one recorder: a loop over elements, and the row it adds to.
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
  Value read(TableRow row, Value column) {
    return memref::LoadOp::create(*this, row.table,
                                  ValueRange{row.number, column});
  }
  Value read(TableRow row, unsigned column) { return read(row, index(column)); }
  void write(Value number, TableRow row, Value column) {
    memref::StoreOp::create(*this, number, row.table,
                            ValueRange{row.number, column});
  }
  void write(Value number, TableRow row, unsigned column) {
    write(number, row, index(column));
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

MemRefType Recorder::getTableType(MLIRContext *context, unsigned columns) {
  return MemRefType::get({ShapedType::kDynamic, columns},
                         Float64Type::get(context));
}

func::FuncOp Recorder::createFunction(StringRef name, ArrayRef<Type> inputs) {
  auto module = cast<ModuleOp>(symbols.getOp());
  auto function =
      func::FuncOp::create(module.getLoc(), name,
                           FunctionType::get(module.getContext(), inputs, {}));
  function.setPrivate();
  // Thousands of copies of its loops take LLVM minutes.
  function.setNoInline(true);
  function->setAttr("passthrough",
                    Builder(module).getStrArrayAttr({"noinline"}));
  symbols.insert(function);
  function.addEntryBlock();
  return function;
}

func::FuncOp Recorder::createRecorder(StringRef name, ArrayRef<Type> elements,
                                      unsigned columns) {
  MLIRContext *context = symbols.getOp()->getContext();
  SmallVector<Type> inputs;
  for (Type element : elements)
    inputs.push_back(RankedTensorType::get({ShapedType::kDynamic}, element));
  inputs.push_back(getTableType(context, columns));
  inputs.push_back(IndexType::get(context));
  return createFunction(name, inputs);
}

/// Ends the recorder `function`, and starts what it does where its table has
/// its row: that of callers who record nothing has none.
static TableRow startRecording(Body &b, func::FuncOp function) {
  unsigned count = function.getNumArguments();
  TableRow row{function.getArgument(count - 2),
               function.getArgument(count - 1)};
  Value rows = memref::DimOp::create(b, row.table, b.index(0));
  auto guard = scf::IfOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row.number, rows),
      /*withElseRegion=*/false);
  func::ReturnOp::create(b);
  b.setInsertionPointToStart(guard.thenBlock());
  return row;
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

func::FuncOp Recorder::getClear(unsigned columns) {
  func::FuncOp &function = clears[columns];
  if (function)
    return function;
  function = createFunction(
      "amp_clear_rows", getTableType(symbols.getOp()->getContext(), columns));
  Body b(function.getLoc(), OpBuilder::atBlockBegin(&function.front()));
  Value table = function.getArgument(0), zero = b.index(0), one = b.index(1);
  Value nothing = b.f64(0.0), width = b.index(columns);
  auto rows =
      scf::ForOp::create(b, zero, memref::DimOp::create(b, table, zero), one);
  func::ReturnOp::create(b);
  b.setInsertionPointToStart(rows.getBody());
  auto cells = scf::ForOp::create(b, zero, width, one);
  b.setInsertionPointToStart(cells.getBody());
  b.write(nothing, {table, rows.getInductionVar()}, cells.getInductionVar());
  return function;
}

/// Columns that a loop of getRecord carries as scalars, in this order.
static constexpr unsigned kCarried[] = {
    kRecordInfinite, kRecordNaN, kRecordZero,   kRecordSubnormal,
    kRecordMin,      kRecordMax, kRecordSquares};

/// What the loop of getRecord carries on after the element `stored`, the
/// exponent of which it counts in `row`.
static SmallVector<Value> recordElement(Body &b, Value stored, TableRow row,
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
  b.write(arith::AddFOp::create(b, b.read(row, column), b.f64(1.0)), row,
          column);
  return next;
}

func::FuncOp Recorder::getRecord(Type element) {
  func::FuncOp &function = records[element];
  if (function)
    return function;
  std::string name = "amp_record_";
  llvm::raw_string_ostream(name) << element;
  function = createRecorder(name, {element}, kRecordColumns);
  Body b(function.getLoc(), OpBuilder::atBlockBegin(&function.front()));
  Value tensor = function.getArgument(0);
  TableRow row = startRecording(b, function);
  constexpr double infinity = std::numeric_limits<double>::infinity();

  // A row of zeros has seen nothing: its bounds are none.
  Value before = b.read(row, kRecordElements);
  Value isFirst = b.compare(arith::CmpFPredicate::OEQ, before, b.f64(0.0));
  SmallVector<Value> inits;
  for (unsigned column : kCarried)
    inits.push_back(b.read(row, column));
  inits[4] = b.select(isFirst, b.f64(infinity), inits[4]);
  inits[5] = b.select(isFirst, b.f64(-infinity), inits[5]);

  scf::ForOp loop = createLoop(b, tensor, inits);
  Value stored =
      tensor::ExtractOp::create(b, tensor, ValueRange{loop.getInductionVar()});
  scf::YieldOp::create(b,
                       recordElement(b, stored, row, loop.getRegionIterArgs()));

  b.setInsertionPointAfter(loop);
  for (auto [number, carriedColumn] : llvm::enumerate(kCarried))
    b.write(loop.getResult(number), row, carriedColumn);
  Value elements = arith::UIToFPOp::create(
      b, b.getF64Type(),
      arith::IndexCastOp::create(b, b.getI64Type(), loop.getUpperBound()));
  b.write(arith::AddFOp::create(b, before, elements), row, kRecordElements);
  return function;
}

func::FuncOp Recorder::getCompare(Type high, Type low) {
  func::FuncOp &function = compares[{high, low}];
  if (function)
    return function;
  std::string name = "amp_compare_";
  llvm::raw_string_ostream(name) << high << '_' << low;
  function = createRecorder(name, {high, low}, kCompareColumns);
  Body b(function.getLoc(), OpBuilder::atBlockBegin(&function.front()));
  TableRow row = startRecording(b, function);
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
  b.write(arith::AddFOp::create(b, before, elements), row, kCompareElements);
  for (auto [number, value] : llvm::enumerate(loop.getResults()))
    b.write(value, row, kCompareSquares + number);
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

void Recorder::createClear(OpBuilder &builder, Location loc, Value table) {
  auto type = cast<MemRefType>(table.getType());
  func::CallOp::create(builder, loc, getClear(type.getDimSize(1)), table);
}

void Recorder::createRecord(OpBuilder &builder, Location loc, Value value,
                            TableRow row) {
  func::FuncOp callee = getRecord(getElementTypeOrSelf(value.getType()));
  func::CallOp::create(
      builder, loc, callee,
      ValueRange{flatten(builder, loc, value), row.table, row.number});
}

void Recorder::createCompare(OpBuilder &builder, Location loc, Value high,
                             Value low, TableRow row) {
  func::FuncOp callee = getCompare(getElementTypeOrSelf(high.getType()),
                                   getElementTypeOrSelf(low.getType()));
  func::CallOp::create(builder, loc, callee,
                       ValueRange{flatten(builder, loc, high),
                                  flatten(builder, loc, low), row.table,
                                  row.number});
}
