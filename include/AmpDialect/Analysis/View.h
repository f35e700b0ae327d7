//===- View.h - The precision graph as a picture ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_VIEW_H
#define AMPDIALECT_ANALYSIS_VIEW_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Analysis/ViewCollapse.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp {

/// How a picture is drawn.
struct ViewOptions {
  ViewCollapse collapse = ViewCollapse::Auto;
  /// Boxes above which Auto draws groups of ops as one.
  unsigned maxBoxes = 64;
  /// Shown in the head of the picture.
  std::string title;
};

/// Prints Graphviz text: boxes coloured by precision, edges by the type that is
/// read, casts over memory in red with their bytes. Weights are left out.
void printDot(llvm::raw_ostream &os, const PrecisionGraph &graph,
              const Assignment &assignment, const ViewOptions &options = {});

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_VIEW_H
