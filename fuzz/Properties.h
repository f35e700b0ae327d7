//===- Properties.h - What must hold of every module ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_PROPERTIES_H
#define AMPDIALECT_FUZZ_PROPERTIES_H

#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

/// One way of running the conversion and what to expect of it.
struct Configuration {
  /// As AutocastOptions: f16 or bf16; optimal, greedy or fixpoint.
  std::string type, assign;
  /// All options of the pass.
  std::string options;
  /// Public signatures must not change.
  bool keepsSignature = true;
  /// Nothing that the options ask for may compute NEVER ops low or narrow a
  /// sum.
  bool keepsPrecision = true;

  std::string getPipeline() const {
    return "builtin.module(amp-autocast{" + options + "})";
  }
};

/// f16 and bf16, each way to assign, signature kept and converted; `seed`
/// varies the minor options. With `allowUnlisted`, ops without an interface
/// keep their types instead of ending the conversion.
std::vector<Configuration> getConfigurations(uint64_t seed,
                                             bool allowUnlisted = false);

/// Names of the properties, in a fixed order.
std::vector<std::string> getPropertyNames();

/// The contexts in which modules are converted, kept over many modules.
class Checker {
public:
  /// `stock` holds upstream dialects alone: what mlir-opt would read.
  /// With `allowUnregistered`, modules may hold ops of any dialect, and those
  /// without an interface keep their types.
  Checker(const DialectRegistry &registry, const DialectRegistry &stock,
          bool allowUnregistered = false);
  ~Checker();

  /// Runs every configuration of `seed` on the module in `text`. Returns one
  /// line for each property that does not hold: name, pipeline and what was
  /// found. `only` restricts the check to the property of that name; that the
  /// module does not parse is said anyway.
  std::vector<std::string> check(const std::string &text, uint64_t seed,
                                 StringRef only = "");

  /// How often each property was checked, by name in a fixed order.
  std::vector<std::pair<std::string, uint64_t>> getCounts() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

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
