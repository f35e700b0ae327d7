//===- ViewGroups.h - Which ops share a box of a picture --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_VIEWGROUPS_H
#define AMPDIALECT_LIB_ANALYSIS_VIEWGROUPS_H

#include "AmpDialect/Analysis/View.h"

namespace mlir::amp {

/// A partition of the ops of a graph; ops in no group are not drawn.
struct ViewGroups {
  ViewCollapse kind = ViewCollapse::None;
  /// Per op node: its group, kNone if it is not drawn.
  std::vector<GraphIndex> groupOf;
  /// Per group, the ops in program order.
  std::vector<std::vector<GraphIndex>> members;
  /// Per group, a name if the kind gives one (location prefix, function).
  std::vector<std::string> names;
};

/// The op node whose box `value` leaves: the op that defines it, or the op that
/// carries it as a block argument; kNone for arguments of functions.
GraphIndex getProducer(const PrecisionGraph &graph, GraphIndex value);

/// Groups the ops of `graph` as `options` says.
ViewGroups groupOps(const PrecisionGraph &graph, const ViewOptions &options);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_VIEWGROUPS_H
