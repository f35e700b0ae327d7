//===- Remarks.cpp - Decisions as optimization remarks --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Remarks.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::amp;
using remark::metric;

static remark::RemarkOpts getOpts(StringRef name, StringRef function = {}) {
  return remark::RemarkOpts::name(name)
      .category(kRemarkCategory)
      .function(function);
}

bool amp::areRemarksEnabled(MLIRContext *context) {
  // mlir-opt always makes an engine; whether anybody listens, a remark tells.
  // It is dropped before it could be emitted.
  if (!context->getRemarkEngine())
    return false;
  auto isOn = [](remark::detail::InFlightRemark remark) {
    bool on = static_cast<bool>(remark);
    remark = remark::detail::InFlightRemark();
    return on;
  };
  Location loc = UnknownLoc::get(context);
  auto options = remark::RemarkOpts::name("Probe").category(kRemarkCategory);
  return isOn(remark::passed(loc, options)) ||
         isOn(remark::missed(loc, options)) ||
         isOn(remark::analysis(loc, options));
}

/// The path of the function that holds `op`; kept by the context, since a
/// remark refers to it until the engine ends (--remark-policy=final).
static StringRef getKeptFunctionPath(Operation *op) {
  return StringAttr::get(op->getContext(), getFunctionPath(op)).getValue();
}

static void emitLowered(const OpNode &op, const OpExplanation &explained,
                        StringRef text, StringRef function) {
  auto remark =
      remark::passed(op.op->getLoc(), getOpts(kRemarkLowered, function));
  if (!remark)
    return;
  remark << (op.op->getName().getStringRef().str() + " " + text.str());
  remark << metric("Category", stringifyCategory(op.category).str());
  remark << metric("Reason", op.reason.str());
  if (explained.otherwise.feasible)
    remark << metric("BytesSaved", explained.otherwise.bytes);
  else
    remark << metric("Constraint", explained.otherwise.constraint);
}

static void emitKeptHigh(const OpNode &op, const OpExplanation &explained,
                         StringRef text, StringRef function) {
  auto remark =
      remark::missed(op.op->getLoc(), getOpts(kRemarkKeptHigh, function));
  if (!remark)
    return;
  StringRef binding = explained.binding == Binding::Free
                          ? StringRef("bytes")
                          : stringifyBinding(explained.binding);
  remark << (op.op->getName().getStringRef().str() + " " + text.str());
  remark << metric("Category", stringifyCategory(op.category).str());
  remark << metric("Binding", binding.str());
  remark << metric("Reason", op.reason.str());
  if (explained.otherwise.feasible)
    remark << metric("BytesMore", explained.otherwise.bytes);
  else if (!explained.otherwise.constraint.empty())
    remark << metric("Constraint", explained.otherwise.constraint);
}

void amp::emitDecisionRemarks(const PrecisionGraph &graph,
                              const Assignment &assignment,
                              ExplanationOptions options) {
  Explanation explanation(graph, assignment, options);
  for (GraphIndex index = 0; index < graph.ops.size(); ++index) {
    OpPrecision precision = explanation.getPrecision(index);
    if (precision == OpPrecision::None ||
        (precision == OpPrecision::High && explanation.cameLow(index)))
      continue;
    const OpNode &op = graph.ops[index];
    // Views, empty tensors and constants move nothing; they only follow.
    if (op.category == Category::Follow && explanation.getOpBytes(index) == 0)
      continue;
    OpExplanation explained = explanation.explainOp(index);
    std::string text = describePrecision(explained, graph);
    StringRef function = getKeptFunctionPath(op.op);
    if (precision == OpPrecision::High)
      emitKeptHigh(op, explained, text, function);
    else
      emitLowered(op, explained, text, function);
  }
  for (GraphIndex index = 0; index < graph.values.size(); ++index) {
    ValueBytes bytes = explanation.getBytes(index);
    if (!bytes.numCasts)
      continue;
    Operation *op = getDefiningOrParentOp(graph.values[index].value);
    StringRef function = getKeptFunctionPath(op);
    auto remark = remark::analysis(graph.values[index].value.getLoc(),
                                   getOpts(kRemarkCast, function));
    remark << std::string("cast over memory");
    remark << metric("Bytes", bytes.casts);
    remark << metric("Casts", bytes.numCasts);
  }
}

void amp::emitReportRemarks(Location loc, const Report &report) {
  const TrafficReport &total = report.total;
  if (auto remark = remark::analysis(loc, getOpts(kRemarkSummary))) {
    remark << std::string("mixed precision " + report.high + " -> " +
                          report.low);
    remark << metric("Casts", total.activationCasts);
    remark << metric("CastBytes", total.activationCastBytes);
    remark << metric("WeightCasts", total.weightCasts);
    remark << metric("BytesBefore", total.activationBytesBefore);
    remark << metric("BytesAfter", total.activationBytesAfter);
    remark << metric("MultiplyAddsLow", total.multiplyAddsLow);
    remark << metric("MultiplyAdds", total.multiplyAdds);
  }
  if (!report.changed)
    remark::missed(loc, getOpts(kRemarkUnchanged))
        << std::string("nothing changed")
        << metric("Reason", report.unchangedReason);
  for (const std::string &hint : report.hints)
    remark::missed(loc, getOpts(kRemarkHint)) << metric("Suggestion", hint);
  if (report.constants.changed)
    remark::passed(loc, getOpts(kRemarkConstants))
        << std::string("constants became low data")
        << metric("Constants", report.constants.changed)
        << metric("Elements", report.constants.elements);
  // No value changes silently: what would overflow or vanish is counted.
  if (report.constants.keptHigh || report.constants.outOfRange ||
      report.constants.underflow)
    remark::missed(loc, getOpts(kRemarkConstantKept))
        << std::string("constants hold elements that the low type cannot")
        << metric("Constants", report.constants.keptHigh)
        << metric("OutOfRange", report.constants.outOfRange)
        << metric("Underflow", report.constants.underflow);
}
