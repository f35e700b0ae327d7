//===- View.cpp - The precision graph as a picture ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/View.h"
#include "AmpDialect/Analysis/Explanation.h"
#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "PlanText.h"
#include "ViewGroups.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;

// Blue for low, orange for high, red for casts: distinct for colour-blind eyes
// and in grey.
static constexpr llvm::StringLiteral kLowFill = "#BBDDF8", kLowEdge = "#1F6FB2",
                                     kHighFill = "#FFD9AD",
                                     kHighEdge = "#C96A00", kCast = "#C00020";

/// Relative errors beyond this are shown in red.
static constexpr double kWrongError = 0.1;

/// `text`, cut where it is too long for a label: Graphviz takes 16 KiB.
static std::string shorten(StringRef text) {
  constexpr size_t kMost = 512;
  if (text.size() <= kMost)
    return text.str();
  // Between two characters of UTF-8.
  size_t end = kMost;
  while (end > 0 && (text[end] & 0xC0) == 0x80)
    --end;
  return text.take_front(end).str() + "...";
}

/// `text` for an HTML-like label, which takes no control characters.
static std::string escape(StringRef text) {
  std::string result;
  for (char c : shorten(text)) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += llvm::isPrint(c) || (c & 0x80) ? c : ' ';
  }
  return result;
}

/// `text` in quotes: Graphviz reads entities there too, and backslashes.
static std::string quote(StringRef text) {
  std::string result = "\"";
  for (char c : escape(text))
    result += c == '\\' ? std::string(2, c) : std::string(1, c);
  return result + "\"";
}

/// `1x64x56x56` of a value's type.
static std::string shapeText(Value value) {
  auto shaped = value ? dyn_cast<ShapedType>(value.getType()) : ShapedType();
  if (!shaped || !shaped.hasRank())
    return "";
  std::string text;
  for (int64_t dim : shaped.getShape())
    text += (text.empty() ? "" : "x") +
            (ShapedType::isDynamic(dim) ? "?" : std::to_string(dim));
  return text.empty() ? "scalar" : text;
}

namespace {
struct Edge {
  int64_t lowBytes = 0, highBytes = 0, castBytes = 0;
  bool low = false, high = false;
};

/// Draws one picture.
class DotPrinter {
public:
  DotPrinter(llvm::raw_ostream &os, const PrecisionGraph &graph,
             const Assignment &assignment, const ViewOptions &options)
      : os(os), graph(graph), assignment(assignment), options(options),
        explanation(graph, assignment), groups(groupOps(graph, options)),
        low(getTypeText(graph.low)), high(getTypeText(graph.high)) {}
  void print();

private:
  void collectEdges();
  void printHead();
  void printBox(GraphIndex group);
  void printOpRows(GraphIndex op);
  void printGroupRows(GraphIndex group);
  void printError(ArrayRef<GraphIndex> ops);
  void printBar(int64_t lowBytes, int64_t highBytes);
  void printEdges();
  std::pair<int64_t, int64_t> getBytes(ArrayRef<GraphIndex> ops) const;

  llvm::raw_ostream &os;
  const PrecisionGraph &graph;
  const Assignment &assignment;
  const ViewOptions &options;
  Explanation explanation;
  ViewGroups groups;
  std::string low, high;
  llvm::MapVector<std::pair<GraphIndex, GraphIndex>, Edge> edges;
};
} // namespace

/// Bytes of activations that `ops` read and write low and high.
std::pair<int64_t, int64_t>
DotPrinter::getBytes(ArrayRef<GraphIndex> ops) const {
  int64_t lowBytes = 0, highBytes = 0;
  for (GraphIndex index : ops) {
    for (const Use &use : graph.getUses(graph.ops[index]))
      addTo(graph.readsLow(use, assignment) ? lowBytes : highBytes,
            graph.getReadBytes(use, assignment));
    for (GraphIndex value : explanation.getResults(index)) {
      const ValueNode &node = graph.values[value];
      int64_t n = node.elements * node.trips;
      addTo(lowBytes, assignment.hasLow[value] ? n * graph.lowBytes : 0);
      addTo(highBytes, assignment.hasHigh[value] ? n * graph.highBytes : 0);
    }
  }
  return {lowBytes, highBytes};
}

void DotPrinter::collectEdges() {
  for (GraphIndex value = 0; value < graph.values.size(); ++value) {
    GraphIndex producer = getProducer(graph, value);
    GraphIndex from = producer == kNone ? kNone : groups.groupOf[producer];
    if (from == kNone || graph.values[value].weight)
      continue;
    // A cast is drawn where its result is first read, once.
    int64_t castBytes = explanation.getBytes(value).casts;
    bool castLow = !assignment.hasHigh[value] ||
                   graph.values[value].def != DefKind::Labeled ||
                   !assignment.labelLow[graph.values[value].label];
    for (GraphIndex index : explanation.getUses(value)) {
      const Use &use = graph.uses[index];
      GraphIndex to = use.op == kNone ? kNone : groups.groupOf[use.op];
      if (to == kNone || to == from)
        continue;
      Edge &edge = edges[{from, to}];
      bool readsLow = graph.readsLow(use, assignment);
      (readsLow ? edge.low : edge.high) = true;
      addTo(readsLow ? edge.lowBytes : edge.highBytes,
            graph.getReadBytes(use, assignment));
      if (castBytes > 0 && readsLow == castLow) {
        addTo(edge.castBytes, castBytes);
        castBytes = 0;
      }
    }
  }
}

void DotPrinter::printHead() {
  CostBreakdown cost = graph.evaluate(assignment);
  int64_t before = graph.evaluate(graph.getUntouched()).activationBytes();
  os << "digraph precision {\n"
     << "  rankdir=TB; nodesep=0.25; ranksep=0.3;\n"
     << "  fontname=\"Helvetica\"; labelloc=t;\n"
     << "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", "
        "fontsize=11, margin=\"0.08,0.04\"];\n"
     << "  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6];\n"
     << "  label=<<TABLE BORDER=\"0\" CELLSPACING=\"4\"><TR><TD "
        "COLSPAN=\"4\">"
     << (options.title.empty() ? "" : "<B>" + escape(options.title) + "</B>  ")
     << high << " to " << low << ": activations " << formatBytes(before)
     << " to " << formatBytes(cost.activationBytes()) << ", " << cost.numCasts
     << " casts (" << formatBytes(cost.casts) << ")</TD></TR><TR>"
     << "<TD BGCOLOR=\"" << kLowFill << "\"> " << low << " </TD>"
     << "<TD BGCOLOR=\"" << kHighFill << "\"> " << high << " </TD>"
     << "<TD><FONT COLOR=\"" << kCast << "\">cast over memory</FONT></TD>"
     << "<TD>edges: type read; heavy frame: contraction</TD></TR></TABLE>>;\n";
}

/// A strip whose two colours have widths in proportion to the bytes.
void DotPrinter::printBar(int64_t lowBytes, int64_t highBytes) {
  constexpr int width = 120;
  int64_t total = std::max<int64_t>(saturatingAdd(lowBytes, highBytes), 1);
  int lowWidth = int(double(lowBytes) / double(total) * width);
  os << "<TR><TD ALIGN=\"CENTER\"><TABLE BORDER=\"0\" CELLBORDER=\"0\" "
        "CELLSPACING=\"0\" CELLPADDING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\""
     << width << "\" HEIGHT=\"7\"><TR>";
  if (lowWidth > 0)
    os << "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"" << lowWidth
       << "\" HEIGHT=\"7\" BGCOLOR=\"" << kLowEdge << "\"></TD>";
  if (lowWidth < width)
    os << "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"" << width - lowWidth
       << "\" HEIGHT=\"7\" BGCOLOR=\"" << kHighEdge << "\"></TD>";
  os << "</TR></TABLE></TD></TR>";
}

/// The largest error of a shadow run among the results of `ops`.
void DotPrinter::printError(ArrayRef<GraphIndex> ops) {
  double error = -1;
  for (GraphIndex op : ops)
    for (GraphIndex value : explanation.getResults(op))
      error = std::max<double>(error, graph.values[value].error);
  if (error < 0)
    return;
  os << "<TR><TD><FONT POINT-SIZE=\"9\"";
  if (error > kWrongError)
    os << " COLOR=\"" << kCast << "\"";
  os << ">error " << llvm::format("%.1e", error) << "</FONT></TD></TR>";
}

void DotPrinter::printOpRows(GraphIndex index) {
  const OpNode &op = graph.ops[index];
  os << "<TR><TD><B>" << escape(op.op->getName().getStringRef())
     << "</B></TD></TR>";
  if (isa<NameLoc>(op.op->getLoc()))
    os << "<TR><TD><I>" << escape(formatLocation(op.op->getLoc()))
       << "</I></TD></TR>";
  Value shown;
  if (!explanation.getResults(index).empty())
    shown = graph.values[explanation.getResults(index).front()].value;
  OpExplanation explained = explanation.explainOp(index);
  if (shown)
    os << "<TR><TD>" << shapeText(shown) << "</TD></TR>";
  std::string why = op.reason.str();
  if (explained.precision == OpPrecision::High &&
      explained.binding != Binding::Free)
    why = stringifyBinding(explained.binding).str() + ": " + why;
  if (!why.empty())
    os << "<TR><TD><FONT POINT-SIZE=\"9\">" << escape(why)
       << "</FONT></TD></TR>";
  printError({index});
}

void DotPrinter::printGroupRows(GraphIndex group) {
  ArrayRef<GraphIndex> ops = groups.members[group];
  llvm::MapVector<StringRef, unsigned> contractions;
  unsigned others = 0, otherHigh = 0;
  int64_t multiplyAdds = 0;
  Value shown;
  for (GraphIndex index : ops) {
    const OpNode &op = graph.ops[index];
    if (op.multiplyAdds > 0) {
      ++contractions[op.op->getName().getStringRef()];
      addTo(multiplyAdds, saturatingMultiply(op.multiplyAdds, op.trips));
    } else {
      ++others;
      otherHigh += explanation.getPrecision(index) == OpPrecision::High;
    }
    for (GraphIndex value : explanation.getResults(index))
      if (!graph.values[value].weight)
        shown = graph.values[value].value;
  }
  if (!groups.names[group].empty())
    os << "<TR><TD><B>" << escape(groups.names[group]) << "</B></TD></TR>";
  for (auto &[name, count] : contractions)
    os << "<TR><TD>" << (count > 1 ? std::to_string(count) + " x " : "")
       << "<B>" << escape(name) << "</B></TD></TR>";
  os << "<TR><TD>";
  if (others)
    os << (contractions.empty() ? "" : "+ ") << others
       << (others == 1 ? " op" : " ops")
       << (otherHigh ? " (" + std::to_string(otherHigh) + " in " + high + ")"
                     : "")
       << (shown ? ", " : "");
  if (shown)
    os << "to " << shapeText(shown);
  os << "</TD></TR>";
  printError(ops);
  auto [lowBytes, highBytes] = getBytes(ops);
  os << "<TR><TD><FONT POINT-SIZE=\"9\">";
  if (multiplyAdds)
    os << llvm::format("%.2f", double(multiplyAdds) / 1e9)
       << " G multiply-adds, ";
  os << formatBytes(saturatingAdd(lowBytes, highBytes)) << "</FONT></TD></TR>";
  printBar(lowBytes, highBytes);
}

void DotPrinter::printBox(GraphIndex group) {
  ArrayRef<GraphIndex> ops = groups.members[group];
  bool single = ops.size() == 1 && groups.kind == ViewCollapse::None;
  bool contraction = llvm::any_of(
      ops, [&](GraphIndex op) { return graph.ops[op].multiplyAdds > 0; });
  auto [lowBytes, highBytes] = getBytes(ops);
  OpPrecision precision = OpPrecision::Mixed;
  if (single)
    precision = explanation.getPrecision(ops.front());
  else if (saturatingMultiply(highBytes, 3) < lowBytes)
    precision = OpPrecision::Low;
  else if (saturatingMultiply(lowBytes, 3) < highBytes)
    precision = OpPrecision::High;
  os << "  n" << group << " [fillcolor=\"";
  if (precision == OpPrecision::Low)
    os << kLowFill;
  else if (precision == OpPrecision::High)
    os << kHighFill;
  else
    os << kLowFill << ":" << kHighFill;
  os << "\", color=\""
     << (precision == OpPrecision::High ? kHighEdge : kLowEdge)
     << "\", penwidth=" << (contraction ? "2.5" : "0.8") << ", tooltip="
     << quote(formatLocation(graph.ops[ops.front()].op->getLoc()))
     << ", label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
        "CELLPADDING=\"1\">";
  if (single)
    printOpRows(ops.front());
  else
    printGroupRows(group);
  os << "</TABLE>>];\n";
}

void DotPrinter::printEdges() {
  // A view reads no bytes; its type is still worth showing.
  auto describe = [](StringRef type, int64_t bytes) {
    return bytes ? type.str() + " " + formatBytes(bytes) : type.str();
  };
  for (auto &[key, edge] : edges) {
    StringRef color = edge.low ? kLowEdge : kHighEdge;
    std::string text;
    if (edge.low)
      text = describe(low, edge.lowBytes);
    if (edge.high)
      text += (text.empty() ? "" : ", ") + describe(high, edge.highBytes);
    if (edge.castBytes > 0) {
      color = kCast;
      text = "cast " + formatBytes(edge.castBytes) + "\\n" + text;
    }
    os << "  n" << key.first << " -> n" << key.second << " [color=\"" << color
       << "\", fontcolor=\"" << color << "\", label=\" " << text << "\""
       << (edge.castBytes > 0 ? ", penwidth=\"2.2\"" : "") << "];\n";
  }
}

void DotPrinter::print() {
  collectEdges();
  printHead();
  // One frame a function, where there are several.
  llvm::MapVector<Operation *, std::vector<GraphIndex>> functions;
  for (GraphIndex group = 0; group < groups.members.size(); ++group)
    functions[getEnclosingFunction(graph.ops[groups.members[group].front()].op)]
        .push_back(group);
  bool framed = functions.size() > 1 && groups.kind != ViewCollapse::Function;
  unsigned number = 0;
  for (auto &[function, members] : functions) {
    if (framed)
      os << "  subgraph cluster_" << number++ << " { label="
         << quote(function ? getFunctionPath(function) : std::string())
         << "; color=gray;\n";
    for (GraphIndex group : members)
      printBox(group);
    if (framed)
      os << "  }\n";
  }
  printEdges();
  os << "}\n";
}

void amp::printDot(llvm::raw_ostream &os, const PrecisionGraph &graph,
                   const Assignment &assignment, const ViewOptions &options) {
  DotPrinter(os, graph, assignment, options).print();
}
