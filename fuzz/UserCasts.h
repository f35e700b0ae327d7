//===- UserCasts.h - Casts that the user wrote ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_USERCASTS_H
#define AMPDIALECT_FUZZ_USERCASTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include <string>

namespace mlir::amp::fuzz {

/// How many casts a module holds that the conversion has not marked as its own,
/// by name and location, both of which the conversion keeps. The bodies of
/// named ops are nobody's: they follow from the types.
class UserCasts {
public:
  UserCasts() = default;
  explicit UserCasts(ModuleOp module);

  /// Which of them are lost, or new, in `after`, what the module became; empty
  /// if none. Where the user asks for rounded results (`result(f16)`), the
  /// extension that keeps such a rounding may be new.
  std::string compare(ModuleOp after) const;

private:
  using Counts = llvm::MapVector<std::pair<OperationName, Location>, int64_t>;
  /// All, and those that may go with their readers: what nothing but fills
  /// reads, and extensions of constants.
  Counts counts, unread;
  /// Whether a rule or an attribute asks for rounded results.
  bool roundsResults = false;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_USERCASTS_H
