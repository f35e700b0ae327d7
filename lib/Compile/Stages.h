//===- Stages.h - The steps of compiling a model ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_COMPILE_STAGES_H
#define AMP_COMPILE_STAGES_H

#include "AmpDialect/Compile/Compile.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::amp {

/// Makes constants in resources whose elements are no machine words (bits, i4,
/// index, complex numbers) dense ones: no target reads the others. Fails, at
/// the constant, where a printer has left the data out or their size is wrong.
LogicalResult readResources(ModuleOp module);

/// A code generator for the host's architecture and processor `cpu`; diagnoses
/// unknown names at `loc`.
FailureOr<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(Location loc, StringRef cpu);

/// AmpCpuFeature bits of what the runtime's contractions may use.
int32_t getContractionFlags(const llvm::TargetMachine &machine);

/// Whether `machine` has vectors whose length it alone knows (SVE, RVV).
bool hasScalableVectors(const llvm::TargetMachine &machine);

/// AmpModelDescriptor::features of code for `machine`.
uint64_t getUsedFeatures(const llvm::TargetMachine &machine);

/// Adds amp_model_descriptor to `module`.
void addDescriptor(llvm::Module &module, const ModelSignature &signature,
                   StringRef target, int32_t flags, uint64_t features);

/// Optimises `module` and writes object code to `path`.
LogicalResult writeObject(Location loc, llvm::Module &module,
                          llvm::TargetMachine &machine, StringRef path);

/// Temporary files, which go with this object or when a signal ends the
/// program.
class TemporaryFiles {
public:
  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles &) = delete;
  TemporaryFiles &operator=(const TemporaryFiles &) = delete;
  ~TemporaryFiles();

  /// The name of a new one, which is empty and whose name ends in `.suffix`.
  FailureOr<std::string> make(Location loc, StringRef suffix);

private:
  SmallVector<std::string> names;
};

/// Links `object` with `runtime` (the bytes of a relocatable object) to the
/// shared library `output`; `files` takes what that needs.
LogicalResult linkLibrary(Location loc, StringRef object, StringRef runtime,
                          TemporaryFiles &files, StringRef output);

/// The text of the model's header.
std::string makeHeader(const ModelSignature &signature, StringRef target,
                       StringRef libraryName);

/// Reports what kept a file from being written (see OutputFile.h), if anything.
LogicalResult checkWritten(Location loc, const std::string &problem);

/// The conversion's `report` (JSON; empty for none) with the keys `model` and
/// `tensor_cores` behind its own: figures of a lowered model and the audit's
/// entries.
std::string addTensorCores(StringRef report, ArrayAttr entries,
                           DictionaryAttr figures);

/// Puts the report of a compilation where `destination` says, as the option
/// `report` of amp-autocast means it. `draft` is the conversion's own; what the
/// lowered `module` tells of its kernels is added.
LogicalResult finishReport(ModuleOp module, StringRef draft,
                           StringRef destination);

/// Files that the compiler carries inside itself.
StringRef getCPURuntime();
StringRef getCudaRuntime();
StringRef getABIHeader();

} // namespace mlir::amp

#endif // AMP_COMPILE_STAGES_H
