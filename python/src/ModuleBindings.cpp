//===- ModuleBindings.cpp - Modules: parse, print, write, pipelines -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/InitAll.h"
#include "Module.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace mlir_amp_python;

Context::Context() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::amp::registerAllAmpDialects(registry);
  context.appendDialectRegistry(registry);
}

/// Parses `buffer`, text or bytecode, into a module of its own context; large
/// constants of bytecode stay in the buffer, which then lives as long.
static Module parseBuffer(std::unique_ptr<llvm::MemoryBuffer> buffer,
                          bool allowUnregistered,
                          std::vector<Diagnostic> &diagnostics) {
  Module module;
  module.context = std::make_shared<Context>();
  module.context->context.allowUnregisteredDialects(allowUnregistered);
  DiagnosticCollector collector(*module.context);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::ParserConfig config(&module.context->context);
  module.op = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
  diagnostics = std::move(collector.diagnostics);
  return module;
}

static Module parseBytes(nb::bytes source, const std::string &name,
                         bool allowUnregistered) {
  std::vector<Diagnostic> diagnostics;
  llvm::StringRef text(source.c_str(), source.size());
  Module module;
  {
    nb::gil_scoped_release release;
    module = parseBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                         allowUnregistered, diagnostics);
  }
  if (!module.op)
    raiseError("cannot parse " + name, diagnostics);
  return module;
}

static Module parseFile(const std::string &path, bool allowUnregistered) {
  std::vector<Diagnostic> diagnostics;
  std::error_code error;
  Module module;
  {
    nb::gil_scoped_release release;
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!(error = buffer.getError()))
      module = parseBuffer(std::move(*buffer), allowUnregistered, diagnostics);
  }
  if (error) {
    nb::object type = nb::module_::import_("builtins").attr("OSError");
    nb::object what =
        type(error.value(), nb::str(error.message().c_str()), path);
    PyErr_SetObject(what.type().ptr(), what.ptr());
    throw nb::python_error();
  }
  if (!module.op)
    raiseError("cannot parse " + path, diagnostics);
  return module;
}

static std::string print(Module &module, bool debugInfo, bool generic,
                         std::optional<int64_t> largeElements) {
  Working working(*module.context);
  mlir::OpPrintingFlags flags;
  if (debugInfo)
    flags.enableDebugInfo();
  if (generic)
    flags.printGenericOpForm();
  if (largeElements) {
    flags.elideLargeElementsAttrs(*largeElements);
    flags.elideLargeResourceString(*largeElements);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  module.op->getOperation()->print(os, flags);
  if (text.empty() || text.back() != '\n')
    text.push_back('\n');
  return text;
}

static nb::bytes getBytecode(Module &module) {
  std::string data;
  bool written;
  {
    Working working(*module.context);
    llvm::raw_string_ostream os(data);
    mlir::BytecodeWriterConfig config("mlir_amp");
    written = succeeded(
        mlir::writeBytecodeToFile(module.op->getOperation(), os, config));
  }
  if (!written)
    raiseError("cannot write bytecode", {});
  return nb::bytes(data.data(), data.size());
}

/// Writes bytecode straight to the file, so that large constants are not
/// copied; `path` appears only once complete.
static void saveBytecode(Module &module, const std::string &path) {
  std::string problem;
  {
    Working working(*module.context);
    mlir::amp::StagedFile file(path);
    bool written = false;
    problem = file.write([&](llvm::raw_ostream &os) {
      mlir::BytecodeWriterConfig config("mlir_amp");
      written = succeeded(
          mlir::writeBytecodeToFile(module.op->getOperation(), os, config));
    });
    if (problem.empty())
      problem = written ? file.commit()
                        : "cannot write '" + path + "': not serializable";
  }
  if (problem.empty())
    return;
  PyErr_SetString(PyExc_OSError, problem.c_str());
  throw nb::python_error();
}

static std::vector<Diagnostic> verify(Module &module) {
  Working working(*module.context);
  DiagnosticCollector collector(*module.context);
  (void)mlir::verify(module.op->getOperation());
  return std::move(collector.diagnostics);
}

static void registerPassesOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    mlir::registerAllPasses();
    mlir::amp::registerAllAmpPasses();
  });
}

/// Runs a textual pass pipeline on a clone; returns the clone and what was
/// emitted.
static std::pair<Module, std::vector<Diagnostic>>
runPipeline(Module &module, const std::string &pipeline) {
  Module result;
  std::vector<Diagnostic> diagnostics;
  std::string problem;
  {
    Working working(*module.context);
    registerPassesOnce();
    DiagnosticCollector collector(*module.context);
    llvm::raw_string_ostream os(problem);
    mlir::PassManager manager(&module.context->context,
                              mlir::ModuleOp::getOperationName());
    llvm::StringRef body(pipeline);
    // As --pass-pipeline, with or without the anchor on the module.
    if (body.consume_front("builtin.module(") && body.consume_back(")"))
      (void)body;
    else
      body = pipeline;
    if (failed(mlir::parsePassPipeline(body, manager, os))) {
      os.flush();
    } else {
      result.context = module.context;
      result.op = module.op->clone();
      if (failed(manager.run(*result.op)))
        problem = "the pass pipeline '" + pipeline + "' failed";
    }
    diagnostics = std::move(collector.diagnostics);
    if (!problem.empty())
      result = Module();
  }
  if (!problem.empty())
    raiseError(problem, diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

/// A place in a file as compilers write it, `a.mlir:1:2`, so that editors find
/// it; any other as MLIR prints it.
static std::string describePlace(const Location &location) {
  std::string place;
  if (location.file && location.line && location.column)
    place =
        std::to_string(*location.line) + ":" + std::to_string(*location.column);
  if (place.empty() || location.text != "\"" + *location.file + "\":" + place)
    return location.text;
  return *location.file + ":" + place;
}

void mlir_amp_python::bindModule(nb::module_ &m) {
  nb::class_<Location>(m, "Location", "A source location.")
      .def_ro("text", &Location::text, "As MLIR prints it.")
      .def_ro("file", &Location::file, "File of the first position, or None.")
      .def_ro("line", &Location::line, "Its line, from 1, or None.")
      .def_ro("column", &Location::column, "Its column, from 1, or None.")
      .def_ro("name", &Location::name, "The first name (a layer's), or None.")
      .def("__str__", [](const Location &self) { return self.text; })
      .def("__repr__",
           [](const Location &self) { return "Location(" + self.text + ")"; });
  nb::class_<Diagnostic>(m, "Diagnostic", "What MLIR said, and where.")
      .def_ro("severity", &Diagnostic::severity,
              "'error', 'warning', 'remark' or 'note'.")
      .def_ro("message", &Diagnostic::message)
      .def_ro("location", &Diagnostic::location)
      .def_ro("notes", &Diagnostic::notes, "Notes attached to it.")
      .def("__str__", [](const Diagnostic &self) {
        return describePlace(self.location) + ": " + self.severity + ": " +
               self.message;
      });
  nb::class_<Module>(m, "NativeModule",
                     "A module with its context; see mlir_amp.Module.")
      .def("print", &print, nb::arg("debug_info") = false,
           nb::arg("generic") = false, nb::arg("elide") = nb::none())
      .def("bytecode", &getBytecode)
      .def("save_bytecode", &saveBytecode, nb::arg("path"))
      .def("verify", &verify)
      .def(
          "run_pipeline",
          [](Module &self, const std::string &pipeline) {
            auto [module, diagnostics] = runPipeline(self, pipeline);
            return nb::make_tuple(nb::cast(std::move(module)),
                                  nb::cast(diagnostics));
          },
          nb::arg("pipeline"),
          nb::sig("def run_pipeline(self, pipeline: str) -> "
                  "tuple[NativeModule, list[Diagnostic]]"));
  m.def("parse_bytes", &parseBytes, nb::arg("source"), nb::arg("name"),
        nb::arg("allow_unregistered") = false, "Parses text or bytecode.");
  m.def("parse_file", &parseFile, nb::arg("path"),
        nb::arg("allow_unregistered") = false,
        "Parses a file of text or bytecode.");
}
