//===- SharedArguments.cpp - Arguments that calls disagree about ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private function may be handed an input in one call and what is made of a
// product in another. It exists once: either the input is rounded for its sake,
// or the other is written in the high type. A norm that all layers share would
// have them write their residual stream in that, for the sake of the first. So
// an argument counts as an input where calls hand it as many elements of inputs
// as of anything else. One that is read for indices alone stays high if any
// call gives it unrounded: rounded, another element is the largest.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"

using namespace mlir;
using namespace mlir::amp;

bool UnroundedPinner::favourInputs() {
  if (carried.empty())
    return false;
  std::vector<int64_t> inputs(carried.size(), 0), others(carried.size(), 0);
  for (const Use &use : graph.uses) {
    if (use.kind != UseKind::Tied || !graph.isCarried(use.label) ||
        carried[use.label] != Rounded)
      continue;
    Digits ofUse = getDigits(use.value);
    if (ofUse < Unrounded)
      continue;
    addTo((ofUse == Unrounded ? inputs : others)[use.label],
          saturatingMultiply(graph.values[use.value].elements,
                             graph.ops[use.op].trips));
  }
  bool any = false;
  for (const ValueNode &node : graph.values) {
    if (!node.argument || !graph.isCarried(node.label) ||
        inputs[node.label] == 0 || inputs[node.label] < others[node.label])
      continue;
    if (isFavoured.empty())
      isFavoured.assign(carried.size(), false);
    isFavoured[node.label] = any = true;
  }
  if (any)
    llvm::fill(carried, Carried);
  return any;
}

void UnroundedPinner::pinIndexed() {
  if (carried.empty())
    return;
  std::vector<uint8_t> isIndexed(carried.size(), false);
  bool anyMixed = false;
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && graph.isCarried(use.label) &&
        carried[use.label] == Rounded && getDigits(use.value) == Unrounded)
      isIndexed[use.label] = anyMixed = true;
  if (!anyMixed)
    return;
  auto getArgument = [&](const Use &use) {
    GraphIndex label = graph.values[findMovedValue(graph, use.value)].label;
    return graph.isCarried(label) ? label : kNone;
  };
  // What only moves it is read for what its result is read for.
  auto movesOne = [&](const OpNode &op) {
    return hasAny(op.traits, NumericTraits::DataMovement) && !op.handsOn &&
           op.numUses == 1;
  };
  // What nobody reads is read for nothing.
  std::vector<uint8_t> isRead(carried.size(), false);
  for (const OpNode &op : graph.ops) {
    if (movesOne(op))
      continue;
    bool indexes = makesIndices(op);
    for (const Use &use : graph.getUses(op))
      if (GraphIndex label = getArgument(use); label != kNone) {
        isRead[label] = true;
        isIndexed[label] &= indexes;
      }
  }
  for (auto [indexed, read] : llvm::zip_equal(isIndexed, isRead))
    indexed &= read;
  for (ValueNode &node : graph.values)
    if (graph.isCarried(node.label) && isIndexed[node.label]) {
      node.pinHigh(Binding::Unrounded);
      any = true;
    }
  for (const OpNode &op : graph.ops)
    if (makesIndices(op))
      need(op, Binding::Unrounded, /*throughCarried=*/false,
           [&](const OpNode &, GraphIndex value) {
             GraphIndex label =
                 graph.values[findMovedValue(graph, value)].label;
             return graph.isCarried(label) && isIndexed[label];
           });
}
