//===- Compile.cpp - Compiling a module to a shared library ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Compile/Compile.h"
#include "AmpDialect/Transforms/Entry.h"
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

/// The name of the function that a model consists of; see amp::findEntry.
static std::string findEntry(Module &module, const std::string &name) {
  std::vector<Diagnostic> diagnostics;
  std::string entry;
  {
    Working working(*module.context);
    DiagnosticCollector collector(*module.context);
    auto found = amp::findEntry(*module.op, name);
    if (mlir::succeeded(found))
      entry = found->getName().str();
    diagnostics = std::move(collector.diagnostics);
  }
  if (!diagnostics.empty())
    raiseError("the module has no entry that can be run", diagnostics);
  return entry;
}

/// What the arguments of the function `entry` are called in a compiled model.
static std::vector<std::string> argumentNames(Module &module,
                                              const std::string &entry) {
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> names;
  {
    Working working(*module.context);
    DiagnosticCollector collector(*module.context);
    auto signature = amp::readSignature(*module.op, entry);
    if (mlir::succeeded(signature))
      for (const amp::ModelTensor &input : signature->inputs)
        names.push_back(input.name);
    diagnostics = std::move(collector.diagnostics);
  }
  if (!diagnostics.empty())
    raiseError("the function '" + entry + "' cannot be run", diagnostics);
  return names;
}

void mlir_amp_python::bindCompile(nb::module_ &m) {
  m.def("compile", &compile, nb::arg("module"), nb::arg("output"),
        nb::arg("header"), nb::arg("target"), nb::arg("cpu"), nb::arg("entry"),
        "Compiles a copy of the module to a library; see mlir_amp.compile.");
  m.def("find_entry", &findEntry, nb::arg("module"), nb::arg("entry"),
        "The public function that nobody calls; empty for the only one.");
  m.def("argument_names", &argumentNames, nb::arg("module"), nb::arg("entry"),
        "What the arguments of a function are called in a compiled model.");
}
