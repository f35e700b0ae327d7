//===- Diagnostics.cpp - Locations and diagnostics as data ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;

mlir_amp_python::Location
mlir_amp_python::readLocation(mlir::Location location) {
  Location result;
  llvm::raw_string_ostream os(result.text);
  location.print(os);
  // `loc("a.mlir":1:2)` to `"a.mlir":1:2`.
  llvm::StringRef text(result.text);
  if (text.consume_front("loc(") && text.consume_back(")"))
    result.text = text.str();

  std::vector<mlir::LocationAttr> todo = {location};
  while (!todo.empty() && !(result.file && result.name)) {
    mlir::LocationAttr next = todo.back();
    todo.pop_back();
    if (auto file = llvm::dyn_cast<mlir::FileLineColRange>(next)) {
      if (!result.file) {
        result.file = file.getFilename().str();
        result.line = file.getStartLine();
        result.column = file.getStartColumn();
      }
    } else if (auto name = llvm::dyn_cast<mlir::NameLoc>(next)) {
      if (!result.name)
        result.name = name.getName().str();
      todo.push_back(name.getChildLoc());
    } else if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(next)) {
      todo.push_back(call.getCaller());
      todo.push_back(call.getCallee());
    } else if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(next)) {
      for (mlir::Location part : llvm::reverse(fused.getLocations()))
        todo.push_back(part);
    } else if (auto opaque = llvm::dyn_cast<mlir::OpaqueLoc>(next)) {
      todo.push_back(opaque.getFallbackLocation());
    }
  }
  return result;
}

static llvm::StringRef getSeverity(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Note:
    return "note";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

static mlir_amp_python::Diagnostic readDiagnostic(mlir::Diagnostic &diag) {
  mlir_amp_python::Diagnostic result;
  result.severity = getSeverity(diag.getSeverity()).str();
  result.message = diag.str();
  result.location = readLocation(diag.getLocation());
  for (mlir::Diagnostic &note : diag.getNotes())
    result.notes.push_back(readDiagnostic(note));
  return result;
}

DiagnosticCollector::DiagnosticCollector(Context &context)
    : handler(&context.context, [this](mlir::Diagnostic &diag) {
        diagnostics.push_back(readDiagnostic(diag));
      }) {}

void mlir_amp_python::raiseError(const std::string &what,
                                 const std::vector<Diagnostic> &diagnostics) {
  nb::object type = nb::module_::import_("mlir_amp._errors").attr("MLIRError");
  PyErr_SetObject(type.ptr(), type(what, nb::cast(diagnostics)).ptr());
  throw nb::python_error();
}
