//===- OutputFile.h - Files that are written whole or not at all *- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_OUTPUTFILE_H
#define AMPDIALECT_ANALYSIS_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace mlir::amp {

/// A name beside `path` for a temporary file that is renamed to `path` once
/// complete; empty where `path` is written directly (`-`, a device, a pipe).
/// The file exists. Sets `problem` if it cannot be made.
std::string makeTemporaryBeside(StringRef path, std::string &problem);

/// Renames `temporary` to `path`, with the usual permissions of a new file or
/// those of the file that it replaces. On failure it is removed; returns why.
std::string moveIntoPlace(StringRef temporary, StringRef path);

/// Writes what `print` prints to `path`: to a temporary file, then renamed. On
/// failure `path` is what it was; returns why, empty on success.
std::string writeWholeFile(StringRef path,
                           llvm::function_ref<void(raw_ostream &)> print);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_OUTPUTFILE_H
