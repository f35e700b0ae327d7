//===- ValueMarks.h - What a rule has found out of values -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_VALUEMARKS_H
#define AMPDIALECT_LIB_ANALYSIS_VALUEMARKS_H

#include "PrecisionGraphBuilder.h"

namespace mlir::amp {

/// Marks of values, as bits, and what they say of ops that read or make them. A
/// view reads what it views; a use that reads no element reads nothing. Takes
/// no memory before the first mark.
class ValueMarks {
public:
  explicit ValueMarks(const PrecisionGraph &graph) : graph(graph) {}

  bool empty() const { return marks.empty(); }
  bool has(GraphIndex value, uint8_t mask) const {
    return !marks.empty() && (marks[value] & mask) != 0;
  }
  void add(GraphIndex value, uint8_t mask) {
    if (marks.empty())
      marks.assign(graph.values.size(), 0);
    marks[value] |= mask;
  }

  /// Whether `op` makes, or reads, a value with one of these marks.
  bool anyResult(const OpNode &op, uint8_t mask) const;
  bool anyRead(const OpNode &op, uint8_t mask) const;
  /// Marks what `op` makes, or what it reads of other values than weights.
  void addToResults(const OpNode &op, uint8_t mask);
  void addToRead(const OpNode &op, uint8_t mask);

private:
  const PrecisionGraph &graph;
  std::vector<uint8_t> marks;
};

/// Keeps what `op` stores high, but for what a rule of the user has low.
void pinResults(PrecisionGraph &graph, const OpNode &op, Binding binding);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_VALUEMARKS_H
