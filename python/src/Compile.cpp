//===- Compile.cpp - Compiling a module to a shared library ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Compile/Compile.h"
#include "Module.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;
namespace amp = mlir::amp;

/// Compiles a clone of `module` to the library `output`.
static std::vector<Diagnostic>
compile(Module &module, const std::string &output, const std::string &header,
        const std::string &target, const std::string &cpu,
        const std::string &entry) {
  amp::CompileOptions options;
  options.output = output;
  options.header = header;
  options.target = target;
  options.cpu = cpu;
  options.entry = entry;
  std::vector<Diagnostic> diagnostics;
  bool succeeded;
  {
    Working working(*module.context);
    DiagnosticCollector collector(*module.context);
    mlir::DialectRegistry registry;
    amp::registerCompileDialects(registry);
    module.context->context.appendDialectRegistry(registry);
    mlir::OwningOpRef<mlir::ModuleOp> clone = module.op->clone();
    succeeded = mlir::succeeded(amp::compileModel(*clone, options));
    diagnostics = std::move(collector.diagnostics);
  }
  if (!succeeded)
    raiseError("compiling for " + target + " failed", diagnostics);
  return diagnostics;
}

void mlir_amp_python::bindCompile(nb::module_ &m) {
  m.def("compile", &compile, nb::arg("module"), nb::arg("output"),
        nb::arg("header"), nb::arg("target"), nb::arg("cpu"), nb::arg("entry"),
        "Compiles a copy of the module to a library; see mlir_amp.compile.");
}
