//===- Operation.cpp - Ops as rules see them ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operation.h"
#include "Module.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;

/// Constants up to this many elements reach Python as lists, larger ones as
/// their elided text.
static constexpr int64_t kMaxListElements = 1024;

static void checkAlive(const std::shared_ptr<bool> &alive) {
  if (*alive)
    return;
  PyErr_SetString(PyExc_RuntimeError,
                  "an op can be read only inside the rule that it was given "
                  "to; keep its name or location instead");
  throw nb::python_error();
}

mlir::Operation *OperationView::get() const {
  checkAlive(alive);
  return op;
}

mlir::Value ValueView::get() const {
  checkAlive(alive);
  return value;
}

template <typename T> static std::string toText(T printable) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printable.print(os);
  return text;
}

/// The extents, None where dynamic; () for scalars, None without a rank.
static nb::object getShape(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (!shaped)
    return nb::make_tuple();
  if (!shaped.hasRank())
    return nb::none();
  nb::list shape;
  for (int64_t extent : shaped.getShape())
    shape.append(mlir::ShapedType::isDynamic(extent) ? nb::object(nb::none())
                                                     : nb::int_(extent));
  return nb::tuple(shape);
}

static std::string getDtype(mlir::Type type) {
  return toText(mlir::getElementTypeOrSelf(type));
}

static std::optional<int64_t> getSize(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (!shaped)
    return 1;
  if (!shaped.hasStaticShape())
    return std::nullopt;
  return shaped.getNumElements();
}

static std::string getElidedText(mlir::Attribute attr, mlir::Operation *op) {
  mlir::OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(16).elideLargeResourceString(16);
  mlir::AsmState state(op->getContext(), flags);
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os, state);
  return text;
}

static nb::object toPython(mlir::Attribute attr, mlir::Operation *op);

template <typename Range> static nb::object toList(Range &&range) {
  nb::list list;
  for (auto element : range)
    list.append(nb::cast(element));
  return list;
}

/// A constant of integers or floats as a flat list in row-major order.
static nb::object toPython(mlir::DenseElementsAttr elements,
                           mlir::Operation *op) {
  mlir::Type type = elements.getElementType();
  if (elements.getNumElements() > kMaxListElements ||
      !type.isIntOrIndexOrFloat())
    return nb::cast(getElidedText(elements, op));
  nb::list list;
  if (llvm::isa<mlir::FloatType>(type)) {
    auto floatAttr = [&](const llvm::APFloat &value) {
      return mlir::FloatAttr::get(type, value).getValueAsDouble();
    };
    for (const llvm::APFloat &value : elements.getValues<llvm::APFloat>())
      list.append(nb::float_(floatAttr(value)));
    return list;
  }
  for (const llvm::APInt &value : elements.getValues<llvm::APInt>()) {
    if (value.getBitWidth() > 64)
      return nb::cast(getElidedText(elements, op));
    if (type.isInteger(1))
      list.append(nb::bool_(value.getBoolValue()));
    else if (type.isUnsignedInteger())
      list.append(nb::int_(value.getZExtValue()));
    else
      list.append(nb::int_(value.getSExtValue()));
  }
  return list;
}

/// Numbers, strings, lists and dictionaries as Python's; all else as text.
/// Nested arrays recurse, as deep as the attribute was written.
static nb::object toPython(mlir::Attribute attr, mlir::Operation *op) {
  if (auto value = llvm::dyn_cast<mlir::BoolAttr>(attr))
    return nb::bool_(value.getValue());
  if (auto value = llvm::dyn_cast<mlir::IntegerAttr>(attr);
      value && value.getValue().getBitWidth() <= 64)
    return value.getType().isUnsignedInteger()
               ? nb::object(nb::int_(value.getValue().getZExtValue()))
               : nb::object(nb::int_(value.getValue().getSExtValue()));
  if (auto value = llvm::dyn_cast<mlir::FloatAttr>(attr))
    return nb::float_(value.getValueAsDouble());
  if (auto value = llvm::dyn_cast<mlir::StringAttr>(attr))
    return nb::cast(value.getValue().str());
  if (llvm::isa<mlir::UnitAttr>(attr))
    return nb::bool_(true);
  if (auto value = llvm::dyn_cast<mlir::ArrayAttr>(attr)) {
    nb::list list;
    for (mlir::Attribute element : value)
      list.append(toPython(element, op));
    return list;
  }
  if (auto value = llvm::dyn_cast<mlir::DictionaryAttr>(attr)) {
    nb::dict dict;
    for (mlir::NamedAttribute entry : value)
      dict[nb::cast(entry.getName().str())] = toPython(entry.getValue(), op);
    return dict;
  }
  if (auto value = llvm::dyn_cast<mlir::DenseI64ArrayAttr>(attr))
    return toList(value.asArrayRef());
  if (auto value = llvm::dyn_cast<mlir::DenseI32ArrayAttr>(attr))
    return toList(value.asArrayRef());
  if (auto value = llvm::dyn_cast<mlir::DenseBoolArrayAttr>(attr))
    return toList(value.asArrayRef());
  if (auto value = llvm::dyn_cast<mlir::DenseElementsAttr>(attr))
    return toPython(value, op);
  return nb::cast(getElidedText(attr, op));
}

static nb::dict getAttributes(const OperationView &self) {
  mlir::Operation *op = self.get();
  nb::dict dict;
  for (mlir::NamedAttribute entry : op->getAttrDictionary())
    dict[nb::cast(entry.getName().str())] = toPython(entry.getValue(), op);
  return dict;
}

static std::optional<std::string> getFunction(const OperationView &self) {
  auto function = self.get()->getParentOfType<mlir::FunctionOpInterface>();
  if (!function)
    return std::nullopt;
  return function.getName().str();
}

template <typename Range>
static std::vector<ValueView> getValues(Range &&range,
                                        const std::shared_ptr<bool> &alive) {
  std::vector<ValueView> values;
  for (mlir::Value value : range)
    values.push_back({value, alive});
  return values;
}

static std::string getText(const OperationView &self) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(16).elideLargeResourceString(16);
  flags.skipRegions().useLocalScope();
  self.get()->print(os, flags);
  return text;
}

void mlir_amp_python::bindOperation(nb::module_ &m) {
  nb::class_<ValueView>(m, "Value", "An operand or result; read-only.")
      .def_prop_ro(
          "shape",
          [](const ValueView &self) { return getShape(self.get().getType()); },
          nb::sig("def shape(self) -> tuple[int | None, ...] | None"),
          "Extents, None where dynamic; () for scalars, None without a rank.")
      .def_prop_ro(
          "dtype",
          [](const ValueView &self) { return getDtype(self.get().getType()); },
          "Element type: 'f32', 'i64', 'index', ...")
      .def_prop_ro(
          "type",
          [](const ValueView &self) { return toText(self.get().getType()); },
          "The whole type, as MLIR prints it.")
      .def_prop_ro(
          "size",
          [](const ValueView &self) { return getSize(self.get().getType()); },
          "Number of elements, None where dynamic.")
      .def_prop_ro(
          "owner",
          [](const ValueView &self) -> std::optional<OperationView> {
            mlir::Operation *op = self.get().getDefiningOp();
            if (!op)
              return std::nullopt;
            return OperationView{op, self.alive};
          },
          "The op that defines it, None for block arguments.")
      .def("__repr__", [](const ValueView &self) {
        return "Value(" + toText(self.get().getType()) + ")";
      });
  nb::class_<OperationView>(
      m, "Operation", "An op as a rule sees it; read-only, inside the rule.")
      .def_prop_ro(
          "name",
          [](const OperationView &self) {
            return self.get()->getName().getStringRef().str();
          },
          "Full name: 'linalg.matmul'.")
      .def_prop_ro("operands",
                   [](const OperationView &self) {
                     return getValues(self.get()->getOperands(), self.alive);
                   })
      .def_prop_ro("results",
                   [](const OperationView &self) {
                     return getValues(self.get()->getResults(), self.alive);
                   })
      .def_prop_ro("attributes", &getAttributes,
                   nb::sig("def attributes(self) -> dict[str, object]"),
                   "Attributes as Python values; what has no Python form, and "
                   "constants above 1024 elements, as text.")
      .def_prop_ro(
          "location",
          [](const OperationView &self) {
            return readLocation(self.get()->getLoc());
          },
          "Where it came from.")
      .def_prop_ro("function", &getFunction,
                   "Name of the enclosing function, or None.")
      .def("__str__", &getText)
      .def("__repr__", [](const OperationView &self) {
        return "Operation(" + self.get()->getName().getStringRef().str() + ")";
      });
}
