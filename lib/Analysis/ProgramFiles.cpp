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

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Holds the files for a context.
struct ProgramFilesInterface
    : public DialectInterface::Base<ProgramFilesInterface> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ProgramFilesInterface)

  ProgramFilesInterface(Dialect *dialect, std::vector<ProgramFile> files)
      : Base(dialect), files(std::move(files)) {}

  std::vector<ProgramFile> files;
};

struct ProgramFilesExtension
    : public DialectExtension<ProgramFilesExtension, AmpDialect> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ProgramFilesExtension)

  explicit ProgramFilesExtension(std::vector<ProgramFile> files)
      : files(std::move(files)) {}

  void apply(MLIRContext *, AmpDialect *dialect) const final {
    dialect->addInterface<ProgramFilesInterface>(files);
  }

  std::vector<ProgramFile> files;
};
} // namespace

void amp::addProgramFiles(DialectRegistry &registry,
                          std::vector<ProgramFile> files) {
  registry.addExtension(
      TypeID::get<ProgramFilesExtension>(),
      std::make_unique<ProgramFilesExtension>(std::move(files)));
}

ArrayRef<ProgramFile> amp::getProgramFiles(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<AmpDialect>();
  const auto *known =
      dialect ? dialect->getRegisteredInterface<ProgramFilesInterface>()
              : nullptr;
  return known ? ArrayRef<ProgramFile>(known->files) : ArrayRef<ProgramFile>();
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
