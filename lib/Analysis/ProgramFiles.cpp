//===- ProgramFiles.cpp - Files of the program around the passes ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// What the passes of a program have written, in all its contexts.
struct Written {
  std::mutex mutex;
  /// By path, the context.
  llvm::StringMap<unsigned> contexts;
  unsigned numContexts = 0;
};

/// Holds the files for a context.
struct ProgramFilesInterface
    : public DialectInterface::Base<ProgramFilesInterface> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ProgramFilesInterface)

  ProgramFilesInterface(Dialect *dialect, std::vector<ProgramFile> files,
                        std::shared_ptr<Written> written)
      : Base(dialect), files(std::move(files)), written(std::move(written)) {
    std::lock_guard<std::mutex> lock(this->written->mutex);
    context = this->written->numContexts++;
  }

  std::vector<ProgramFile> files;
  std::shared_ptr<Written> written;
  /// The number of this one.
  unsigned context;
};

struct ProgramFilesExtension
    : public DialectExtension<ProgramFilesExtension, AmpDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ProgramFilesExtension)

  explicit ProgramFilesExtension(std::vector<ProgramFile> files)
      : files(std::move(files)) {}

  void apply(MLIRContext *, AmpDialect *dialect) const final {
    dialect->addInterface<ProgramFilesInterface>(files, written);
  }

  std::vector<ProgramFile> files;
  std::shared_ptr<Written> written = std::make_shared<Written>();
};
} // namespace

void amp::addProgramFiles(DialectRegistry &registry,
                          std::vector<ProgramFile> files) {
  registry.addExtension(
      TypeID::get<ProgramFilesExtension>(),
      std::make_unique<ProgramFilesExtension>(std::move(files)));
}

/// Null where nobody told of files.
static const ProgramFilesInterface *getInterface(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<AmpDialect>();
  return dialect ? dialect->getRegisteredInterface<ProgramFilesInterface>()
                 : nullptr;
}

ArrayRef<ProgramFile> amp::getProgramFiles(MLIRContext *context) {
  const ProgramFilesInterface *known = getInterface(context);
  return known ? ArrayRef<ProgramFile>(known->files) : ArrayRef<ProgramFile>();
}

LogicalResult amp::checkWrittenOnce(StringRef option, StringRef path,
                                    Location loc) {
  const ProgramFilesInterface *known = getInterface(loc.getContext());
  if (!known)
    return success();
  Written &written = *known->written;
  std::lock_guard<std::mutex> lock(written.mutex);
  if (written.contexts.try_emplace(path, known->context).first->second ==
      known->context)
    return success();
  return emitError(loc) << "expected one module for " << option << "='" << path
                        << "', got another piece of the input before it";
}

LogicalResult
amp::checkReadsInputOnce(ArrayRef<std::pair<StringRef, StringRef>> inputs,
                         Location loc) {
  SmallVector<StringRef> readers;
  for (const ProgramFile &file : getProgramFiles(loc.getContext()))
    if (!file.written && file.path == "-")
      readers.push_back(file.what);
  for (auto [what, path] : inputs)
    if (path == "-")
      readers.push_back(what);
  if (readers.size() < 2)
    return success();
  return emitError(loc) << "expected standard input to be read once, got '-' "
                           "for "
                        << llvm::join(readers, " and ");
}
