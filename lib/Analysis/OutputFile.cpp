//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
namespace fs = llvm::sys::fs;

static std::string describe(StringRef path, std::error_code error) {
  return "cannot write '" + path.str() + "': " + error.message();
}

std::string amp::makeTemporaryBeside(StringRef path, std::string &problem) {
  fs::file_status status;
  bool exists = !fs::status(path, status);
  if (path == "-" || (exists && !fs::is_regular_file(status)))
    return "";
  // A file that nobody may write is not replaced either.
  if (exists && !fs::can_write(path)) {
    problem =
        describe(path, std::make_error_code(std::errc::permission_denied));
    return "";
  }
  SmallString<128> name;
  int file;
  if (std::error_code error = fs::createUniqueFile(path + ".%%%%%%", file, name,
                                                   fs::OF_None, 0666)) {
    problem = describe(path, error);
    return "";
  }
  llvm::raw_fd_ostream(file, /*shouldClose=*/true).flush();
  if (exists)
    (void)fs::setPermissions(name, status.permissions());
  llvm::sys::RemoveFileOnSignal(name);
  return std::string(name);
}

std::string amp::moveIntoPlace(StringRef temporary, StringRef path) {
  std::error_code error = fs::rename(temporary, path);
  if (error)
    (void)fs::remove(temporary);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  return error ? describe(path, error) : "";
}

std::string amp::writeWholeFile(StringRef path,
                                llvm::function_ref<void(raw_ostream &)> print) {
  std::string problem;
  std::string temporary = makeTemporaryBeside(path, problem);
  if (!problem.empty())
    return problem;
  std::error_code error;
  StringRef name = temporary.empty() ? path : StringRef(temporary);
  {
    llvm::raw_fd_ostream os(name, error);
    if (!error) {
      print(os);
      // Standard output stays open for others.
      os.flush();
      if (name != "-")
        os.close();
      error = os.error();
      os.clear_error();
    }
  }
  if (error) {
    if (!temporary.empty()) {
      (void)fs::remove(temporary);
      llvm::sys::DontRemoveFileOnSignal(temporary);
    }
    return describe(path, error);
  }
  return temporary.empty() ? "" : moveIntoPlace(temporary, path);
}
