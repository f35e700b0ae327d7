//===- AutocastOptions.h - Closed sets of the pass options ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_AUTOCASTOPTIONS_H
#define AMPDIALECT_TRANSFORMS_AUTOCASTOPTIONS_H

#include <cstdint>
#include <string>

namespace mlir::amp {

/// How precisions are chosen.
enum class AssignKind : uint8_t { Optimal, Greedy, Fixpoint };
/// f32, or the target type.
enum class ComputeKind : uint8_t { High, Low };
/// What happens to an op that has no interface.
enum class UnlistedKind : uint8_t { Warn, Error, Ignore };
/// What happens to public signatures.
enum class SignatureKind : uint8_t { Keep, Convert };

/// Default of `error-ratio`: no limit, the fewest bytes (docs/error-limit.md
/// says what a limit costs).
inline constexpr double kDefaultErrorRatio = 0.0;

/// Least ops of functions that a thread takes at a time: several times what
/// handing them to it costs.
inline constexpr unsigned kDefaultMinTaskSize = 1000;

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_AUTOCASTOPTIONS_H
