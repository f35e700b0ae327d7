//===- LocationMatcher.h - Ops by their locations ---------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_LOCATIONMATCHER_H
#define AMPDIALECT_LIB_ANALYSIS_LOCATIONMATCHER_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Analysis/StablePath.h"

namespace mlir::amp {

/// Finds the ops of a graph that an entry of a plan or a profile means.
class LocationMatcher {
public:
  explicit LocationMatcher(const PrecisionGraph &graph) : graph(graph) {}

  /// The ops whose location is `pattern`, or starts with what stands before its
  /// last `*`.
  SmallVector<GraphIndex> find(StringRef pattern) {
    if (texts.empty())
      for (const OpNode &node : graph.ops)
        texts.push_back(formatLocation(node.op->getLoc()));
    bool prefix = pattern.consume_back("*");
    SmallVector<GraphIndex> found;
    for (auto [op, location] : llvm::enumerate(texts)) {
      StringRef text = location;
      if (prefix ? text.starts_with(pattern) : text == pattern)
        found.push_back(op);
    }
    return found;
  }

private:
  const PrecisionGraph &graph;
  /// By op, once something was asked for.
  std::vector<std::string> texts;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_LOCATIONMATCHER_H
