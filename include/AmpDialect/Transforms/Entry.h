//===- Entry.h - The function that a model consists of ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_ENTRY_H
#define AMPDIALECT_TRANSFORMS_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The public function of `module` that has a body, and that nobody calls: the
/// one called `name`, or the only one for an empty name. Fails after a
/// diagnostic that names those that there are, and for a body of several blocks
/// unless `mayBranch`.
FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name = "",
                                  bool mayBranch = false);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_ENTRY_H
