//===- BoundAttr.cpp - Conditions on shapes in rules ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/Saturating.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::amp;

LogicalResult
BoundAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  ValueSide side, int64_t index, Measure measure, int64_t dim,
                  int64_t atLeast, int64_t below, ArrayRef<int64_t> shape) {
  if (index < 0)
    return emitError() << "expected a non-negative " << stringifyEnum(side)
                       << " index, got " << index;
  if (measure == Measure::Dim && dim < 0)
    return emitError() << "expected a non-negative dimension, got " << dim;
  if (measure == Measure::Shape)
    return success();
  if (atLeast < 0)
    return emitError() << "expected a non-negative bound, got " << atLeast;
  if (atLeast == kNoMinimum && below == kNoLimit)
    return emitError() << "expected 'below(N)' or 'at_least(N)' after '"
                       << stringifyEnum(measure) << "'";
  if (atLeast >= below)
    return emitError() << "expected a bound that some extent meets, got "
                          "at_least("
                       << atLeast << ") below(" << below << ")";
  return success();
}

/// Parses `(` integer `)`.
static ParseResult parseNumber(AsmParser &parser, int64_t &number) {
  return failure(parser.parseLParen() || parser.parseInteger(number) ||
                 parser.parseRParen());
}

/// Parses `(3x3x?x?)`, or `()` for rank 0.
static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape) {
  if (parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/true,
                                           /*withTrailingX=*/false) ||
                 parser.parseRParen());
}

FailureOr<BoundAttr> BoundAttr::parseFrom(AsmParser &parser, ValueSide side,
                                          SMLoc loc, int64_t index) {
  SMLoc measureLoc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword,
                                         {"dim", "rank", "size", "shape"})))
    return parser.emitError(measureLoc)
           << "expected 'dim(N)', 'rank', 'size' or 'shape(...)' after '"
           << stringifyEnum(side) << "(" << index << ")'";
  Measure measure = *symbolizeMeasure(keyword);
  int64_t dim = 0, atLeast = kNoMinimum, below = kNoLimit;
  SmallVector<int64_t> shape;
  if (measure == Measure::Dim && parseNumber(parser, dim))
    return failure();
  if (measure == Measure::Shape && parseShape(parser, shape))
    return failure();
  while (measure != Measure::Shape && succeeded(parser.parseOptionalKeyword(
                                          &keyword, {"below", "at_least"})))
    if (parseNumber(parser, keyword == "below" ? below : atLeast))
      return failure();
  auto emitError = [&] { return parser.emitError(loc); };
  auto attr = BoundAttr::getChecked(
      llvm::function_ref<InFlightDiagnostic()>(emitError), parser.getContext(),
      side, index, measure, dim, atLeast, below, ArrayRef<int64_t>(shape));
  if (!attr)
    return failure();
  return attr;
}

Attribute BoundAttr::parse(AsmParser &parser, Type) {
  StringRef keyword;
  int64_t index;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&keyword, {"operand", "result"}))) {
    parser.emitError(loc) << "expected 'operand(N)' or 'result(N)'";
    return {};
  }
  if (parseNumber(parser, index))
    return {};
  FailureOr<BoundAttr> attr =
      parseFrom(parser, *symbolizeValueSide(keyword), loc, index);
  if (failed(attr) || parser.parseGreater())
    return {};
  return *attr;
}

void BoundAttr::printBare(AsmPrinter &printer) const {
  printer << stringifyEnum(getSide()) << "(" << getIndex() << ") "
          << stringifyEnum(getMeasure());
  if (getMeasure() == Measure::Dim)
    printer << "(" << getDim() << ")";
  if (getMeasure() == Measure::Shape) {
    printer << "(";
    printer.printDimensionList(getShape());
    printer << ")";
    return;
  }
  if (getAtLeast() != kNoMinimum)
    printer << " at_least(" << getAtLeast() << ")";
  if (getBelow() != kNoLimit)
    printer << " below(" << getBelow() << ")";
}

void BoundAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printBare(printer);
  printer << ">";
}

/// Whether every extent of `pattern` that is not `?` is that of `shape`.
static bool isSameShape(ArrayRef<int64_t> pattern, ArrayRef<int64_t> shape) {
  if (pattern.size() != shape.size())
    return false;
  for (auto [wanted, extent] : llvm::zip_equal(pattern, shape))
    if (!ShapedType::isDynamic(wanted) && wanted != extent)
      return false;
  return true;
}

/// The elements of a static shape, below "no limit" however many.
static int64_t getSize(ArrayRef<int64_t> shape) {
  int64_t size = 1;
  for (int64_t extent : shape)
    size = saturatingMultiply(size, extent);
  return std::min(size, BoundAttr::kNoLimit - 1);
}

bool BoundAttr::isMetBy(Operation *op) const {
  bool isOperand = getSide() == ValueSide::Operand;
  if (getIndex() >= (isOperand ? op->getNumOperands() : op->getNumResults()))
    return false;
  Type type = isOperand ? op->getOperand(getIndex()).getType()
                        : op->getResult(getIndex()).getType();
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return false;
  auto within = [&](int64_t extent) {
    return extent >= getAtLeast() && extent < getBelow();
  };
  switch (getMeasure()) {
  case Measure::Dim:
    return getDim() < shaped.getRank() && !shaped.isDynamicDim(getDim()) &&
           within(shaped.getDimSize(getDim()));
  case Measure::Rank:
    return within(shaped.getRank());
  case Measure::Size:
    return shaped.hasStaticShape() && within(getSize(shaped.getShape()));
  case Measure::Shape:
    return isSameShape(getShape(), shaped.getShape());
  }
  llvm_unreachable("unknown measure");
}
