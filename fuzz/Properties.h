//===- Properties.h - What must hold of every module ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_PROPERTIES_H
#define AMPDIALECT_FUZZ_PROPERTIES_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

/// One way of running the passes: a textual pipeline and what to expect.
struct Configuration {
  std::string pipeline;
  /// Public signatures must not change.
  bool keepsSignature = true;
};

/// All option values that change types; `seed` varies the minor ones.
std::vector<Configuration> getConfigurations(uint64_t seed);

/// Runs `configuration` on the module in `text` and checks everything that must
/// hold of the result. Empty if it does, else what does not.
std::string checkModule(MLIRContext &context, const std::string &text,
                        const Configuration &configuration);

/// Answers of checkGarbage but 0.
inline constexpr int kSilent = 2, kInvalid = 3;

/// Parses `text`, which may be garbage, and unless `parseAlone` converts it if
/// it verifies. 0 if the result verifies or there was an error with a message,
/// kSilent if there was none, kInvalid if the result does not verify. Sets
/// `parsed` before the first pass runs.
int checkGarbage(MLIRContext &context, const std::string &text, bool parseAlone,
                 bool &parsed);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_PROPERTIES_H
