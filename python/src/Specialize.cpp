//===- Specialize.cpp - Arguments get their sizes -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Compile/Compile.h"
#include "Module.h"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;

/// A copy of `module` where arguments of `entry` have the shapes of `shapes`,
/// each as `0:1x128`.
static std::pair<Module, std::vector<Diagnostic>>
specialize(Module &module, const std::vector<std::string> &shapes,
           const std::string &entry) {
  Module result;
  std::vector<Diagnostic> diagnostics;
  bool succeeded;
  {
    Working working(*module.context);
    DiagnosticCollector collector(*module.context);
    result.context = module.context;
    result.op = module.op->clone();
    succeeded =
        mlir::succeeded(mlir::amp::specializeShapes(*result.op, shapes, entry));
    if (!succeeded)
      result = Module();
    diagnostics = std::move(collector.diagnostics);
  }
  if (!succeeded)
    raiseError("the arguments cannot have these shapes", diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

void mlir_amp_python::bindSpecialize(nb::module_ &m) {
  m.def("specialize", &specialize, nb::arg("module"), nb::arg("shapes"),
        nb::arg("entry"),
        nb::sig("def specialize(module: NativeModule, shapes: list[str], "
                "entry: str) -> tuple[NativeModule, list[Diagnostic]]"),
        "A copy for certain sizes of arguments; see Module.specialize.");
}
