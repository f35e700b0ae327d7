//===- Module.h - What the bindings share -----------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module and the context that owns its types, diagnostics as data, and the
// lock that lets Python threads use one module.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AMP_PYTHON_MODULE_H
#define MLIR_AMP_PYTHON_MODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <memory>
#include <mutex>
#include <nanobind/nanobind.h>
#include <optional>
#include <string>
#include <vector>

namespace mlir_amp_python {

/// A source location in plain data.
struct Location {
  /// As MLIR prints it, without `loc(...)`.
  std::string text;
  /// The first file position and the first name inside it.
  std::optional<std::string> file, name;
  std::optional<unsigned> line, column;
};

/// A diagnostic in plain data, with its notes.
struct Diagnostic {
  std::string severity, message;
  Location location;
  std::vector<Diagnostic> notes;
};

/// Flattens `loc`; iterative, as deep as locations nest.
Location readLocation(mlir::Location loc);

/// A context with every dialect registered, and the lock of all that it owns.
struct Context {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::recursive_mutex mutex;
  Context();
};

/// Releases the interpreter lock, then takes the context's, for one scope.
class Working {
public:
  explicit Working(Context &context) : lock(context.mutex) {}

private:
  nanobind::gil_scoped_release release;
  std::lock_guard<std::recursive_mutex> lock;
};

/// Collects what is emitted during its life; nothing is printed.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(Context &context);
  std::vector<Diagnostic> diagnostics;

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// Raises mlir_amp.MLIRError in Python; holds the interpreter lock.
[[noreturn]] void raiseError(const std::string &what,
                             const std::vector<Diagnostic> &diagnostics);

/// A module of Python.
struct Module {
  std::shared_ptr<Context> context;
  mlir::OwningOpRef<mlir::ModuleOp> op;
};

/// Adds the classes to the extension module.
void bindModule(nanobind::module_ &m);
void bindOperation(nanobind::module_ &m);
void bindConvert(nanobind::module_ &m);
void bindCompile(nanobind::module_ &m);
void bindFreeze(nanobind::module_ &m);
void bindSpecialize(nanobind::module_ &m);

} // namespace mlir_amp_python

#endif // MLIR_AMP_PYTHON_MODULE_H
