//===- PrecisionGraphRules.cpp - What rules and options change ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

void PrecisionGraphBuilder::setAllHigh(OpPrecisionInfo &info) {
  info.category = Category::Never;
  info.reason = "part of another op's arithmetic";
  for (OperandInfo &operand : info.operands)
    if (operand.role != OperandRole::Ignored)
      operand = {OperandRole::High, Category::Never};
  for (ResultInfo &result : info.results)
    if (result.role != ResultRole::Ignored)
      result = {ResultRole::High, Category::Never};
}

void PrecisionGraphBuilder::accumulateLow(OpPrecisionInfo &info) {
  // An op whose inputs are low already was converted before, or by hand.
  if (llvm::none_of(info.operands, [](const OperandInfo &operand) {
        return operand.role == OperandRole::Low;
      }))
    return;
  for (OperandInfo &operand : info.operands)
    if (operand.role == OperandRole::High && operand.tiedResult >= 0)
      operand.role = OperandRole::Label;
  for (ResultInfo &result : info.results)
    if (result.role == ResultRole::Accumulator)
      result.role = ResultRole::Label;
}

void PrecisionGraphBuilder::forbidAbsorption(OpPrecisionInfo &info) {
  bool follows = info.category == Category::Follow;
  for (OperandInfo &operand : info.operands)
    if (operand.role == OperandRole::Any)
      operand.role = follows ? OperandRole::Label : OperandRole::High;
  for (ResultInfo &result : info.results)
    if (result.role == ResultRole::Any)
      result.role = follows ? ResultRole::Label : ResultRole::High;
}

bool PrecisionGraphBuilder::isOneOfTwo(FloatType type, const OpOverride &change,
                                       Operation *op) {
  if (type == options.low || type == options.high)
    return true;
  if (!change.fromPreset && otherTypes.insert({op->getName(), type}).second)
    op->emitWarning() << "a rule asks for " << type << ", but this conversion "
                      << "has " << options.low << " and " << options.high
                      << " alone";
  return false;
}

void PrecisionGraphBuilder::applyOverride(OpOverride &change,
                                          OpPrecisionInfo &info, OpNode &node) {
  for (FloatType *type : {&change.accumulate, &change.result})
    if (*type && !isOneOfTwo(*type, change, node.op))
      *type = nullptr;
  bool accumulatesLow = change.accumulate == options.low &&
                        hasAny(info.traits, NumericTraits::Contraction);
  bool changesTypes =
      change.category.value_or(Category::Never) != Category::Never ||
      change.result || accumulatesLow;
  if (info.typesAreFixed && changesTypes) {
    if (!change.fromPreset && fixedNames.insert(node.op->getName()).second)
      node.op->emitWarning()
          << "'" << node.op->getName()
          << "' op keeps its types, whatever a rule says: " << info.reason;
    change.result = nullptr;
    return;
  }
  node.binding = change.binding;
  if (change.accumulate)
    graph.accumulates[node.op] = change.accumulate;
  if (!change.reason.empty()) // The context keeps the text.
    node.reason =
        StringAttr::get(node.op->getContext(), change.reason).getValue();
  if (!change.category)
    return;
  Category was = info.category, category = *change.category;
  info.category = category;
  for (OperandInfo &operand : info.operands) {
    OperandRole &role = operand.role;
    if (role == OperandRole::Ignored || role == OperandRole::ShapeOnly ||
        role == OperandRole::Tied)
      continue;
    operand.category = category;
    if (category == Category::Never)
      role = OperandRole::High;
    else if (category == Category::Follow && role == OperandRole::Low)
      role = OperandRole::Label;
    else if (category == Category::Follow && role == OperandRole::High &&
             was == Category::Never)
      role = OperandRole::Label;
    else if (category == Category::Always && role != OperandRole::High)
      role = OperandRole::Low;
    else if (category == Category::Always && was == Category::Never)
      role = OperandRole::Low;
  }
  for (ResultInfo &result : info.results) {
    ResultRole &role = result.role;
    if (role == ResultRole::View && category == Category::Never)
      info.operands[result.source].role = OperandRole::High;
    else if (role == ResultRole::Ignored || role == ResultRole::View ||
             role == ResultRole::Creator)
      continue;
    result.category = category;
    if (category == Category::Never)
      role = ResultRole::High;
    else if (role == ResultRole::High)
      role = ResultRole::Label;
  }
}

bool PrecisionGraphBuilder::isWrittenApart(ResultRole role) {
  return role == ResultRole::High || role == ResultRole::Any ||
         role == ResultRole::Accumulator;
}

bool PrecisionGraphBuilder::storeLow(ValueNode &node, GraphIndex op,
                                     ResultRole role) {
  // An earlier conversion did.
  if (llvm::any_of(node.value.getUsers(), isPrecisionCast))
    return false;
  if (node.forbidLow) {
    graph.ops[op].op->emitWarning() << "a rule asks for a result in "
                                    << options.low << ", which cannot hold it";
    return false;
  }
  node.def = DefKind::Labeled;
  node.epilogue = node.rounded = role != ResultRole::Any;
  node.label = makeLabel(op, Binding::Policy);
  graph.labels[node.label].fixed = LabelNode::Fixed::Low;
  return true;
}

void PrecisionGraphBuilder::fixResults(const OpNode &op,
                                       const OpOverride &change) {
  FloatType type = change.result;
  for (GraphIndex index : graph.getResults(op)) {
    const ValueNode &node = graph.values[index];
    bool isView = node.def == DefKind::View;
    if ((isView || node.def == DefKind::Creator) && !change.fromPreset &&
        fixedNames.insert(op.op->getName()).second)
      op.op->emitWarning() << "'" << op.op->getName() << "' op "
                           << (isView ? "has the type of what it views"
                                      : "is made in each type that is read")
                           << ", whatever a rule says of its result";
    if (node.def != DefKind::Labeled || op.label == kNone ||
        findLabel(node.label) != findLabel(op.label))
      continue;
    LabelNode &label = graph.labels[findLabel(op.label)];
    bool cannot = type == options.low &&
                  (node.forbidLow || label.fixed == LabelNode::Fixed::High ||
                   llvm::any_of(graph.getUses(op), [&](const Use &use) {
                     return use.kind == UseKind::Tied &&
                            graph.values[use.value].forbidLow;
                   }));
    if (cannot) {
      op.op->emitWarning() << "a rule asks for a result in " << type
                           << ", which cannot hold all that the op reads and "
                              "writes";
      continue;
    }
    label.fixed =
        type == options.low ? LabelNode::Fixed::Low : LabelNode::Fixed::High;
    label.binding = Binding::Policy;
  }
}

void PrecisionGraphBuilder::fixCarried(const OpNode &op,
                                       const OpOverride &change) {
  // The lists of presets speak of arithmetic.
  if (change.fromPreset)
    return;
  bool isNever = change.category == Category::Never;
  auto fix = [&](GraphIndex index, LabelNode::Fixed fixed) {
    LabelNode &label = graph.labels[findLabel(index)];
    label.fixed = fixed;
    label.binding = Binding::Policy;
  };
  if (isNever)
    for (const Use &use : graph.getUses(op))
      if (use.kind == UseKind::Tied)
        fix(use.label, LabelNode::Fixed::High);
  for (GraphIndex index : graph.getResults(op)) {
    ValueNode &node = graph.values[index];
    if (node.def != DefKind::Labeled)
      continue;
    bool isHigh =
        graph.labels[findLabel(node.label)].fixed == LabelNode::Fixed::High;
    if (change.result == options.low && (node.forbidLow || isHigh)) {
      op.op->emitWarning() << "a rule asks for a result in " << options.low
                           << ", which cannot hold all that the op hands on";
    } else if (change.result == options.low) {
      fix(node.label, LabelNode::Fixed::Low);
    } else if (isNever || change.result) {
      fix(node.label, LabelNode::Fixed::High);
      if (node.binding == Binding::Free)
        node.binding = Binding::Policy;
    }
  }
}
