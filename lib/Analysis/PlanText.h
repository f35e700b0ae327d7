//===- PlanText.h - What plans say of a graph -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_PLANTEXT_H
#define AMPDIALECT_LIB_ANALYSIS_PLANTEXT_H

#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/StablePath.h"

namespace mlir::amp {

/// `f32` of a type.
std::string getTypeText(Type type);

/// Calls `visit` for each value that a function gives back and whose type a
/// label decides: a tied use of a return, and the function.
void forEachReturned(const PrecisionGraph &graph,
                     llvm::function_ref<void(const Use &, Operation *)> visit);

/// The path of the result of `function` that `use` gives back.
std::string getResultPath(const StablePaths &paths, const Use &use,
                          Operation *function);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_PLANTEXT_H
