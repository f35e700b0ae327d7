//===- OpOverride.h - What a user says about one op -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_OPOVERRIDE_H
#define AMPDIALECT_IR_OPOVERRIDE_H

#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>
#include <string>

namespace mlir::amp {

/// Why a value or label is bound to one side; Free where nothing binds it.
enum class Binding : uint8_t {
  Free,
  /// The public signature keeps its types.
  Signature,
  /// Computed from an additive reduction, not yet broadcast.
  StatisticChain,
  /// Between the statistic and the last op of a norm or softmax that arrives op
  /// by op.
  NormInside,
  /// A square or product that feeds a sum: could overflow.
  SecondMoment,
  /// A scale, bias or statistic that is small beside the data it meets.
  Parameter,
  /// On the way to an integer alone: an index, a bucket.
  IntegerChain,
  /// On the way to an angle alone (of a sine or cosine).
  AngleChain,
  /// On the way to a logarithm, and the low type has less range; or from one to
  /// an exponential or a sum.
  LogarithmChain,
  /// On the way to a divisor or a logarithm's operand, and part of a sum that
  /// may cancel before it.
  PoleChain,
  /// A term of a difference that may cancel, a number that small steps are
  /// added to, or a decay that is multiplied again.
  Cancellation,
  /// A number of an even grid and an offset: a place in a picture.
  Position,
  /// Made of inputs without a product, and computed with.
  Unrounded,
  /// The op needs the type it had.
  NeverOp,
  /// The op is a contraction or convolution.
  AlwaysOp,
  /// A value lies outside what the low type can hold (range facts).
  Range,
  /// A rule, attribute or region of the user.
  Policy,
  /// Start of an accumulation, which stays in the accumulation type.
  Accumulator,
  /// The op has no interface.
  Unlisted,
  /// An earlier conversion left the op high.
  Converted,
  /// A measurement: a price of accuracy, or a range that was seen.
  Profile,
  /// The estimated error would leave its limit (see ErrorLimit.h).
  ErrorLimit,
};

/// An override of what an op's interface declares (policy, attributes, ranges).
struct OpOverride {
  /// None: as declared.
  std::optional<Category> category;
  /// Type of running values, f32 or the conversion's low type; null: as it is.
  FloatType accumulate;
  /// Storage type of the results, one of the same two; null: as is cheapest.
  FloatType result;
  /// What reports name as the cause.
  Binding binding = Binding::Policy;
  /// Of a preset, which speaks of ops by the dozen: where it cannot be obeyed,
  /// nobody is told.
  bool fromPreset = false;
  /// In words, for reports; may be empty.
  std::string reason;
};

} // namespace mlir::amp

#endif // AMPDIALECT_IR_OPOVERRIDE_H
