//===- ReportPrinter.cpp - Reports as tables and as JSON ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Report.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::amp;

std::string amp::formatBytes(int64_t bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  const char *units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = bytes;
  unsigned unit = 0;
  while (std::abs(value) >= 1000.0 && unit < 4) {
    value /= 1000.0;
    ++unit;
  }
  if (unit == 0)
    os << bytes << " B";
  else
    os << llvm::format("%.2f ", value) << units[unit];
  return text;
}

/// `12.3 %`, `-` without a base.
static std::string formatShare(int64_t part, int64_t whole) {
  if (whole == 0)
    return "-";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.1f %%", 100.0 * double(part) / double(whole));
  return text;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static void printRow(llvm::raw_ostream &os, StringRef name, StringRef before,
                     StringRef after, StringRef share) {
  os << "  " << llvm::left_justify(name, 26) << llvm::right_justify(before, 12)
     << llvm::right_justify(after, 12) << llvm::right_justify(share, 10)
     << "\n";
}

static void printBytes(llvm::raw_ostream &os, StringRef name, int64_t before,
                       int64_t after) {
  printRow(os, name, formatBytes(before), formatBytes(after),
           formatShare(after, before));
}

static void printKept(llvm::raw_ostream &os, const Report &report) {
  constexpr size_t maxGroups = 16, maxPlaces = 3;
  if (report.kept.empty())
    return;
  os << "stayed " << report.high << ", and why\n";
  for (const KeptGroup &group : ArrayRef(report.kept).take_front(maxGroups)) {
    os << "  " << group.count << " x " << group.opName << " (" << group.category
       << ", " << formatBytes(group.bytes) << "): ";
    if (group.binding == "bytes")
      os << "the fewest bytes";
    else
      os << group.binding;
    if (!group.reason.empty())
      os << "; " << group.reason;
    os << "\n      at ";
    llvm::interleaveComma(ArrayRef(group.locations).take_front(maxPlaces), os);
    if (group.locations.size() > maxPlaces)
      os << ", and " << group.locations.size() - maxPlaces << " more";
    os << "\n";
  }
  if (report.kept.size() > maxGroups)
    os << "  ... and " << report.kept.size() - maxGroups
       << " more groups (all are in the JSON report)\n";
}

static void printCasts(llvm::raw_ostream &os, const Report &report) {
  constexpr size_t maxCasts = 8;
  if (report.casts.empty())
    return;
  os << "largest casts\n";
  for (const CastReport &cast : ArrayRef(report.casts).take_front(maxCasts))
    os << "  " << llvm::right_justify(formatBytes(cast.bytes), 10) << "  "
       << cast.from << " -> " << cast.to << "  " << cast.path << " ("
       << cast.location << ")" << (cast.weight ? ", weight" : "") << "\n";
  if (report.casts.size() > maxCasts)
    os << "  ... and " << report.casts.size() - maxCasts << " more\n";
}

static void printErrorLimit(llvm::raw_ostream &os, const Report &report) {
  const ErrorLimitResult &error = report.errorLimit;
  if (error.unlimited <= 0)
    return;
  os << "  estimated error: " << llvm::format("%.2f", error.chosen)
     << " times greedy's, limit " << llvm::format("%g", error.limit);
  if (error.binding)
    os << (error.reached ? "" : " (out of reach)") << "; without it "
       << llvm::format("%.2f", error.unlimited) << " and activations of "
       << formatBytes(error.unlimitedBytes);
  os << "\n";
}

void amp::printTable(llvm::raw_ostream &os, const Report &report) {
  const TrafficReport &total = report.total;
  os << "mixed precision: " << report.high << " -> " << report.low
     << " (assign=" << report.assign << ", signature=" << report.signature
     << ")\n";
  if (!report.changed)
    os << "nothing changed: " << report.unchangedReason << "\n";
  os << "  ops: " << total.numAlways << " always, " << total.numFollow
     << " follow, " << total.numNever << " never\n";
  printRow(os, "bytes through memory", "before", "after", "share");
  printBytes(os, "activations", total.activationBytesBefore,
             total.activationBytesAfter);
  printBytes(os, "weights", total.weightBytesBefore, total.weightBytesAfter);
  if (report.functions.size() > 1)
    for (const FunctionReport &function :
         ArrayRef(report.functions).take_front(10))
      printBytes(os, "  " + function.name,
                 function.traffic.activationBytesBefore +
                     function.traffic.weightBytesBefore,
                 function.traffic.activationBytesAfter +
                     function.traffic.weightBytesAfter);
  os << "  casts over memory: " << total.activationCasts << " of activations ("
     << formatBytes(total.activationCastBytes) << "), " << total.weightCasts
     << " of weights (" << formatBytes(total.weightCastBytes) << ")\n"
     << "  multiply-adds in " << report.low << ": "
     << formatShare(total.multiplyAddsLow, total.multiplyAdds) << " of "
     << total.multiplyAdds << "\n";
  const ConstantReport &constants = report.constants;
  os << "  constants: " << constants.changed << " changed ("
     << constants.elements << " elements), " << constants.outOfRange
     << " elements out of range, " << constants.underflow << " vanish, "
     << constants.keptHigh << " constants kept\n";
  printErrorLimit(os, report);
  printKept(os, report);
  printCasts(os, report);
  for (const std::string &hint : report.hints)
    os << "hint: " << hint << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeTraffic(llvm::json::OStream &json, const TrafficReport &t) {
  json.attributeObject("categories", [&] {
    json.attribute("always", t.numAlways);
    json.attribute("follow", t.numFollow);
    json.attribute("never", t.numNever);
  });
  json.attributeObject("bytes", [&] {
    json.attribute("activations_before", t.activationBytesBefore);
    json.attribute("activations_after", t.activationBytesAfter);
    json.attribute("weights_before", t.weightBytesBefore);
    json.attribute("weights_after", t.weightBytesAfter);
  });
  json.attributeObject("casts", [&] {
    json.attribute("activations", t.activationCasts);
    json.attribute("activation_bytes", t.activationCastBytes);
    json.attribute("weights", t.weightCasts);
    json.attribute("weight_bytes", t.weightCastBytes);
  });
  json.attributeObject("multiply_adds", [&] {
    json.attribute("total", t.multiplyAdds);
    json.attribute("low", t.multiplyAddsLow);
  });
}

static void writeStrings(llvm::json::OStream &json, StringRef key,
                         ArrayRef<std::string> strings) {
  json.attributeArray(key, [&] {
    for (const std::string &text : strings)
      json.value(llvm::json::fixUTF8(text));
  });
}

static void writeText(llvm::json::OStream &json, StringRef key,
                      StringRef text) {
  json.attribute(key, llvm::json::fixUTF8(text));
}

static void writeOp(llvm::json::OStream &json, const OpReport &op) {
  json.object([&] {
    writeText(json, "path", op.path);
    writeText(json, "location", op.location);
    writeText(json, "op", op.opName);
    writeText(json, "category", op.category);
    writeText(json, "declared_by", op.declaredBy);
    writeText(json, "reason", op.reason);
    writeText(json, "precision", op.precision);
    writeText(json, "binding", op.binding);
    writeText(json, "compute", op.compute);
    writeText(json, "accumulate", op.accumulate);
    writeStrings(json, "operands", op.operands);
    writeStrings(json, "results", op.results);
    json.attributeObject("otherwise", [&] {
      json.attribute("feasible", op.otherwiseFeasible);
      if (op.otherwiseFeasible)
        json.attribute("bytes", op.otherwiseBytes);
      else
        writeText(json, "constraint", op.otherwiseConstraint);
    });
  });
}

static void writeKept(llvm::json::OStream &json, const KeptGroup &group) {
  json.object([&] {
    writeText(json, "op", group.opName);
    writeText(json, "category", group.category);
    writeText(json, "binding", group.binding);
    writeText(json, "reason", group.reason);
    json.attribute("count", group.count);
    json.attribute("bytes", group.bytes);
    writeStrings(json, "paths", group.paths);
    writeStrings(json, "locations", group.locations);
  });
}

static void writeLists(llvm::json::OStream &json, const Report &report) {
  json.attributeArray("functions", [&] {
    for (const FunctionReport &function : report.functions)
      json.object([&] {
        writeText(json, "name", function.name);
        writeTraffic(json, function.traffic);
      });
  });
  json.attributeArray("kept", [&] {
    for (const KeptGroup &group : report.kept)
      writeKept(json, group);
  });
  json.attributeArray("cast_list", [&] {
    for (const CastReport &cast : report.casts)
      json.object([&] {
        writeText(json, "path", cast.path);
        writeText(json, "location", cast.location);
        writeText(json, "from", cast.from);
        writeText(json, "to", cast.to);
        json.attribute("bytes", cast.bytes);
        json.attribute("weight", cast.weight);
      });
  });
  writeStrings(json, "hints", report.hints);
  json.attributeArray("ops", [&] {
    for (const OpReport &op : report.ops)
      writeOp(json, op);
  });
}

void amp::writeJSON(llvm::raw_ostream &os, const Report &report) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("schema", kReportSchema);
    writeText(json, "low", report.low);
    writeText(json, "high", report.high);
    writeText(json, "assign", report.assign);
    writeText(json, "signature", report.signature);
    json.attribute("changed", report.changed);
    writeText(json, "unchanged_reason", report.unchangedReason);
    writeTraffic(json, report.total);
    json.attributeObject("objective", [&] {
      json.attribute("before", report.objectiveBefore);
      json.attribute("after", report.objectiveAfter);
    });
    json.attributeObject("constants", [&] {
      json.attribute("changed", report.constants.changed);
      json.attribute("elements", report.constants.elements);
      json.attribute("bytes_saved", report.constants.bytesSaved);
      json.attribute("out_of_range", report.constants.outOfRange);
      json.attribute("underflow", report.constants.underflow);
      json.attribute("kept_high", report.constants.keptHigh);
    });
    const ErrorLimitResult &error = report.errorLimit;
    json.attributeObject("error", [&] {
      json.attribute("limit", error.limit);
      json.attribute("ratio", error.chosen);
      json.attribute("unlimited_ratio", error.unlimited);
      json.attribute("unlimited_bytes", error.unlimitedBytes);
      json.attribute("binding", error.binding);
      json.attribute("reached", error.reached);
      json.attribute("solves", error.solves);
    });
    writeLists(json, report);
  });
  os << "\n";
}

std::string amp::toJSON(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeJSON(os, report);
  return text;
}

LogicalResult amp::writeReport(StagedFile &file, const Report &report,
                               Location loc) {
  if (file.getName() == "-") {
    printTable(llvm::errs(), report);
    return success();
  }
  std::string problem =
      file.write([&](raw_ostream &os) { writeJSON(os, report); });
  if (!problem.empty())
    return emitError(loc) << "cannot write the report: " << problem;
  return success();
}
