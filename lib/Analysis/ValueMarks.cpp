//===- ValueMarks.cpp - What a rule has found out of values ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueMarks.h"

using namespace mlir;
using namespace mlir::amp;

bool ValueMarks::anyResult(const OpNode &op, uint8_t mask) const {
  return llvm::any_of(graph.getResults(op),
                      [&](GraphIndex result) { return has(result, mask); });
}

bool ValueMarks::anyRead(const OpNode &op, uint8_t mask) const {
  return llvm::any_of(graph.getUses(op),
                      [&](const Use &use) {
                        return use.elements > 0 && has(use.value, mask);
                      }) ||
         llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
           const ValueNode &node = graph.values[result];
           return node.def == DefKind::View && has(node.source, mask);
         });
}

void ValueMarks::addToResults(const OpNode &op, uint8_t mask) {
  for (GraphIndex result : graph.getResults(op))
    add(result, mask);
}

void ValueMarks::addToRead(const OpNode &op, uint8_t mask) {
  for (const Use &use : graph.getUses(op))
    if (use.elements > 0 && !graph.values[use.value].weight)
      add(use.value, mask);
  for (GraphIndex result : graph.getResults(op))
    if (const ValueNode &node = graph.values[result]; node.def == DefKind::View)
      add(node.source, mask);
}

void amp::pinResults(PrecisionGraph &graph, const OpNode &op, Binding binding) {
  for (GraphIndex result : graph.getResults(op)) {
    ValueNode &value = graph.values[result];
    if (!value.weight && value.def != DefKind::Creator &&
        !graph.isFixedLow(value.label))
      value.pinHigh(binding);
  }
}
