//===- OutputFile.h - Files that are written whole or not at all *- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_OUTPUTFILE_H
#define AMPDIALECT_ANALYSIS_OUTPUTFILE_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <system_error>
#include <vector>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::amp {

/// To be called early in a tool's main, after LLVM has set its signal handlers:
/// a standard stream that is closed becomes /dev/null, so that no file gets its
/// number, where writing to standard output fails; and a file beyond the limit
/// of sizes is a full disk, not a signal.
void prepareForOutput();

/// Has a write to a pipe that nobody reads fail, to be told as any other, where
/// LLVM would end the program without a word. For a tool that asked InitLLVM to
/// install no handler of its own.
void failOnClosedPipes();

/// Whether two names, of files that are there or not, mean one file, so that
/// writing one would lose the other. `-` and the empty name mean none.
bool isSameFile(StringRef a, StringRef b);

/// Whether `path` is one of the system's names of devices and streams, which
/// several outputs may share.
bool isDevice(StringRef path);

/// A file that the program around the passes reads or writes.
struct ProgramFile {
  /// What it is, for errors: an option's name if `written`, else as `the
  /// module`.
  std::string what;
  /// `-` and the empty name are no file.
  std::string path;
  /// An output, else an input.
  bool written;
};

/// Tells passes in contexts made of `registry` of the program's own files: an
/// output of theirs that would be one of these is then an error. Where nobody
/// says so, as in stock mlir-opt, they cannot know. The first call counts.
void addProgramFiles(DialectRegistry &registry, std::vector<ProgramFile> files);

/// What addProgramFiles told; empty if nobody did.
ArrayRef<ProgramFile> getProgramFiles(MLIRContext *context);

/// Fails, after a diagnostic at `loc`, if a pass in another context of the same
/// program (for another piece of `--split-input-file`) has asked this for
/// `path` before, which is what `option` names: the file holds one module's.
/// Where addProgramFiles was not called, nothing is known, and all is well.
LogicalResult checkWrittenOnce(StringRef option, StringRef path, Location loc);

/// Fails, after a diagnostic at `loc`, if `-` is what more than one of `inputs`
/// (what they are, as `the plan`, and their names) and of the files that the
/// program reads would be read from: standard input is read once.
LogicalResult
checkReadsInputOnce(ArrayRef<std::pair<StringRef, StringRef>> inputs,
                    Location loc);

/// A name beside `path` for a temporary file that is renamed to `path` once
/// complete; empty where `path` is written directly (`-`, a device, a pipe).
/// The file exists. Sets `problem` if it cannot be made.
std::string makeTemporaryBeside(StringRef path, std::string &problem);

/// Renames `temporary` to `path`, with the usual permissions of a new file or
/// those of the file that it replaces. On failure it is removed; returns why.
std::string moveIntoPlace(StringRef temporary, StringRef path);

/// Makes an empty file for its owner alone in the folder for temporary files,
/// whose name starts with `prefix` and ends in `.suffix`, and sets `name`. To
/// LLVM's createTemporaryFile each % of that folder is a place for a digit.
std::error_code makeTemporaryFile(StringRef prefix, StringRef suffix,
                                  std::string &name);

/// A file that is written beside its place first, so that several appear
/// together, or none does.
class StagedFile {
public:
  /// Touches nothing; `path` may be empty, which is never opened.
  explicit StagedFile(StringRef path) : path(path) {}
  StagedFile(const StagedFile &) = delete;
  StagedFile &operator=(const StagedFile &) = delete;
  /// Removes what was not committed.
  ~StagedFile();

  /// Makes the temporary file, empty, if there is to be one. Returns what kept
  /// it from that, empty on success; so do the others.
  std::string open();
  /// Opens the file and writes what `print` prints.
  std::string write(llvm::function_ref<void(raw_ostream &)> print);
  /// Puts it into its place.
  std::string commit();
  /// Where it lies until then; `path` itself where that is written directly.
  StringRef getName() const { return temporary.empty() ? path : temporary; }

private:
  std::string path, temporary;
};

/// Writes what `print` prints to `path`: to a temporary file, then renamed. On
/// failure `path` is what it was; returns why, empty on success.
std::string writeWholeFile(StringRef path,
                           llvm::function_ref<void(raw_ostream &)> print);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_OUTPUTFILE_H
