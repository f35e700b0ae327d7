//===- Report.h - What a conversion decided, in numbers ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report is built from a decision before the module changes and holds no
// pointer into it. Printed as a table for people or as JSON (docs/report.md
// lists the keys).
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_REPORT_H
#define AMPDIALECT_ANALYSIS_REPORT_H

#include "AmpDialect/Analysis/ErrorLimit.h"
#include "AmpDialect/Analysis/Explanation.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp {

class StagedFile;

/// Version of the JSON layout; changes when a key changes its meaning.
inline constexpr int64_t kReportSchema = 1;

/// Bytes and casts of activations and of weights. Bytes are those that move
/// through memory, loops counted as often as they run; casts are those that
/// cost a pass over memory.
struct TrafficReport {
  /// Of the module as it came, and as it is converted, casts included.
  int64_t activationBytesBefore = 0, activationBytesAfter = 0;
  int64_t weightBytesBefore = 0, weightBytesAfter = 0;
  int64_t activationCasts = 0, activationCastBytes = 0;
  int64_t weightCasts = 0, weightCastBytes = 0;
  /// Of contractions and convolutions; the second: those that read low.
  int64_t multiplyAdds = 0, multiplyAddsLow = 0;
  /// Ops by category, rules of the user included.
  int64_t numAlways = 0, numFollow = 0, numNever = 0;
};

/// The part of one function.
struct FunctionReport {
  std::string name;
  TrafficReport traffic;
};

/// Ops that kept their type for one reason.
struct KeptGroup {
  /// `binding` is the name of a Binding, or `bytes` where nothing else decided.
  std::string opName, category, binding, reason;
  int64_t count = 0;
  /// Bytes that these ops read and write.
  int64_t bytes = 0;
  /// Places, in program order.
  std::vector<std::string> paths, locations;
};

/// One cast that costs a pass over memory.
struct CastReport {
  /// Stable path and location of the value that is cast; element types.
  std::string path, location, from, to;
  /// That it reads and writes.
  int64_t bytes = 0;
  /// Whether the value is a constant, an argument, or moved from those alone.
  bool weight = false;
};

/// What happens to constants: those used low are rounded once.
struct ConstantReport {
  /// Constants that become low, their elements, and the bytes that this saves.
  int64_t changed = 0, elements = 0, bytesSaved = 0;
  /// Elements that would become infinite / zero.
  int64_t outOfRange = 0, underflow = 0;
  /// Constants whose users stay high because of such elements.
  int64_t keptHigh = 0;
};

/// One op of the module, for programs.
struct OpReport {
  /// `declaredBy` is `interface`, or the name of the Binding that overruled it.
  std::string path, location, opName, category, declaredBy, reason;
  /// `none`, `high`, `low` or `mixed`; `bytes` or the name of a Binding; types,
  /// empty where there is none.
  std::string precision, binding, compute, accumulate;
  /// Element types.
  std::vector<std::string> operands, results;
  /// Extra bytes of the other choice, or the constraint against it.
  bool otherwiseFeasible = false;
  int64_t otherwiseBytes = 0;
  std::string otherwiseConstraint;
};

/// What a conversion decided, as plain data; see docs/report.md.
struct Report {
  /// Names of the types, of the solver (or `plan`), and `keep` or `convert`.
  std::string low, high, assign, signature;
  bool changed = false;
  /// Why nothing changed; empty if something did.
  std::string unchangedReason;
  TrafficReport total;
  /// What the choice minimises, without prices of accuracy: of the module as it
  /// came, and now.
  int64_t objectiveBefore = 0, objectiveAfter = 0;
  std::vector<FunctionReport> functions;
  std::vector<KeptGroup> kept;
  /// All casts, dearest first.
  std::vector<CastReport> casts;
  ConstantReport constants;
  ErrorLimitResult errorLimit;
  /// Advice, one sentence each.
  std::vector<std::string> hints;
  /// In program order; empty without ReportOptions::withOps.
  std::vector<OpReport> ops;
};

/// What a report is told of the conversion.
struct ReportOptions {
  ExplanationOptions explanation;
  /// Names of the options that led here, repeated in the report.
  std::string assign = "optimal";
  bool keepSignature = true;
  ErrorLimitResult errorLimit;
  /// Also explain every op (the `ops` key); costs memory on large modules.
  bool withOps = true;
};

/// Builds the report of `assignment`; `root` is what the graph was built from.
Report buildReport(const PrecisionGraph &graph, const Assignment &assignment,
                   Operation *root, const ReportOptions &options = {});

/// A table of at most about 60 lines for people.
void printTable(llvm::raw_ostream &os, const Report &report);
/// JSON, keys in a fixed order, a final newline.
void writeJSON(llvm::raw_ostream &os, const Report &report);
std::string toJSON(const Report &report);

/// Writes `report` where the option `report=` says: a table on stderr for `-`
/// (stdout carries the IR), JSON into the file otherwise, to be committed.
/// Fails after a diagnostic at `loc`.
LogicalResult writeReport(StagedFile &file, const Report &report, Location loc);

/// `1.23 MB`; powers of ten.
std::string formatBytes(int64_t bytes);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_REPORT_H
