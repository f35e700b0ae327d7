//===- Interpreter.h - Runs a module on intervals ---------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_INTERPRETER_H
#define AMPDIALECT_FUZZ_INTERPRETER_H

#include "Interval.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

/// Dialects and external models that the lowering to loops needs.
void registerLoweringDialects(DialectRegistry &registry);

/// Lowers a module on tensors to loops on memrefs by upstream passes; empty on
/// success, else what went wrong.
std::string lowerToLoops(ModuleOp module);

/// What a run gives: the elements of each result, or why it stopped.
struct IntervalResults {
  std::vector<std::vector<Interval>> results;
  std::string problem;
  /// The largest magnitude that a float op computed; infinite where one may
  /// have had no result.
  double largest = 0;
};

/// Runs `entry` of a module that lowerToLoops made on arrays of elements, one
/// per argument.
IntervalResults runOnIntervals(ModuleOp module, StringRef entry,
                               ArrayRef<std::vector<double>> arguments);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_INTERPRETER_H
