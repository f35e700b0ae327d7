//===- Link.cpp - From objects to a shared library ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "Stages.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::amp;

/// Nothing but the ABI leaves the library.
static const char versionScript[] =
    "{ global: amp_model_abi_version; amp_model_target; amp_model_num_*;\n"
    "  amp_model_input; amp_model_output; amp_model_create; amp_model_bind;\n"
    "  amp_model_bind_device; amp_model_run; amp_model_run_device;\n"
    "  amp_model_step; amp_model_device_seconds; amp_model_last_error;\n"
    "  amp_model_destroy; local: *; };\n";

static LogicalResult writeFile(Location loc, StringRef path, StringRef data) {
  return checkWritten(
      loc, writeWholeFile(path, [&](raw_ostream &os) { os << data; }));
}

LogicalResult amp::linkLibrary(Location loc, StringRef object,
                               StringRef runtime, TemporaryFiles &files,
                               StringRef output) {
  // CC may hold options, as make's.
  SmallVector<StringRef> chosen;
  if (const char *text = std::getenv("CC"))
    llvm::SplitString(text, chosen);
  SmallVector<StringRef> names{"cc", "clang", "gcc", "clang-22"};
  if (!chosen.empty())
    names = {chosen.front()};
  std::string driver;
  for (StringRef name : names)
    if (auto found = llvm::sys::findProgramByName(name)) {
      driver = *found;
      break;
    }
  if (driver.empty() && !chosen.empty())
    return emitError(loc) << "expected CC to name a C compiler to link with, "
                             "got '"
                          << chosen.front() << "'";
  if (driver.empty())
    return emitError(loc) << "no C compiler to link with was found: expected "
                             "cc, clang or gcc on PATH, or CC to name one";
  auto runtimePath = files.make(loc, "o"), script = files.make(loc, "map"),
       messages = files.make(loc, "txt");
  if (failed(runtimePath) || failed(script) || failed(messages) ||
      failed(writeFile(loc, *runtimePath, runtime)) ||
      failed(writeFile(loc, *script, versionScript)))
    return failure();
  std::string scriptFlag = "--version-script=" + *script;
  SmallVector<StringRef> arguments{driver};
  if (!chosen.empty())
    llvm::append_range(arguments, ArrayRef(chosen).drop_front());
  // -Wl, would split a path at its commas.
  arguments.append({"-shared", "-o", output, object, *runtimePath, "-Xlinker",
                    scriptFlag, "-Wl,-z,noexecstack", "-Wl,-z,defs", "-lm",
                    "-lpthread", "-ldl"});
  std::string problem;
  int status = llvm::sys::ExecuteAndWait(
      driver, arguments, std::nullopt,
      {StringRef(""), StringRef(*messages), StringRef(*messages)}, 0, 0,
      &problem);
  if (status == 0)
    return success();
  if (auto text = llvm::MemoryBuffer::getFile(*messages))
    problem += (*text)->getBuffer().take_front(2000).str();
  return emitError(loc) << "linking with '" << driver
                        << "' failed: " << StringRef(problem).rtrim();
}
