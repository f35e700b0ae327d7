//===- Profile.h - Measured prices and ranges -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile is a JSON file with what was measured about single ops and block
// arguments; docs/profile.md gives the format:
//
//   {"version": 1,
//    "entries": [{"path": "@main/linalg.matmul#0", "price": 65536},
//                {"loc": "encoder/*", "min": -3.5, "max": 4.0e4}]}
//
// Use: applyProfile after the graph is built and before a plan; markPriced
// after the assignment.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_PROFILE_H
#define AMPDIALECT_ANALYSIS_PROFILE_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

/// Largest price of one entry: 1 TiB. Sums over a module stay within 63 bits.
inline constexpr int64_t kMaxPrice = int64_t(1) << 40;

/// A measured range must fit this many times into the low type's, and the root
/// mean square be this many times as large as its smallest number with eight
/// digits, unless the profile says otherwise.
inline constexpr double kProfileHeadRoom = 2.0;

/// What one entry says about the ops or the block argument that it names.
struct ProfileEntry {
  /// A stable path, or the text of a location (a `*` at its end matches any
  /// rest).
  std::string key;
  /// Whether `key` is a location.
  bool byLocation = false;
  /// The result that is meant; none: the op (see docs/profile.md).
  std::optional<unsigned> result;
  /// Byte equivalents, 0 to kMaxPrice.
  std::optional<int64_t> price;
  /// Smallest and largest element seen.
  std::optional<double> min, max;
  /// Root of the mean square of the elements other than zero; 0 or more.
  std::optional<double> rms;
  /// Relative error seen in a shadow run, for pictures; 0 or more.
  std::optional<double> error;
  /// The location of what was measured, which calibration puts into the
  /// comment; empty if not known.
  std::string location;
  /// Where the entry starts in its file, from 1.
  unsigned line = 1, column = 1;
};

/// What was measured; see docs/profile.md.
struct Profile {
  /// For diagnostics.
  std::string file;
  /// Head-room for what was not measured, see kProfileHeadRoom; 1 or more.
  double margin = kProfileHeadRoom;
  std::vector<ProfileEntry> entries;
};

/// Parses `text`; fails after a diagnostic at `file`:line:column.
FailureOr<Profile> parseProfile(StringRef text, StringRef file,
                                MLIRContext *context);

/// Reads and parses a file; `loc` is blamed if it cannot be opened.
FailureOr<Profile> readProfile(StringRef file, Location loc);

/// Whether `entry`'s range times `margin` leaves what `low` can hold, or rounds
/// to zero as a whole, or its root mean square is below `margin` times the
/// smallest number of which `low` has eight digits. Releases nothing: false
/// means "no objection".
bool leavesLowType(const ProfileEntry &entry, FloatType low,
                   double margin = kProfileHeadRoom);

/// Adds the prices of `profile` to `graph` and forbids low copies of values
/// whose measured range leaves the low type. An entry that matches nothing or
/// something of another name, or whose range contradicts a label that is fixed
/// low, is an error at its place in the file; `graph` may then be half changed.
LogicalResult applyProfile(PrecisionGraph &graph, const Profile &profile,
                           Operation *root);

/// Marks as `priced` the values and labels that `assignment` has high and that
/// `solve` would have low if no price of accuracy stood in `graph`. Calls
/// `solve` once, or not at all without prices; prices are back on return.
void markPriced(PrecisionGraph &graph, const Assignment &assignment,
                llvm::function_ref<Assignment(const PrecisionGraph &)> solve);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_PROFILE_H
