//===- Reducer.h - Shrinks a module that shows a failure --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TOOLS_REDUCER_H
#define AMPDIALECT_TOOLS_REDUCER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Reducer/Tester.h"

namespace mlir::amp {

/// Whether `tester` finds `module` interesting, which verifies. As Tester's
/// own, which finds no place in a folder for temporary files with % in its
/// name. Ends the program, as that does, where no file can be written.
bool isInteresting(const Tester &tester, ModuleOp module);

/// Shrinks `module`: tries ever smaller groups of ops, functions, results and
/// arguments, keeps each change after which `tester` still finds the module
/// interesting, and stops when none is left. `onSmaller` is shown what is left
/// after each; a failure ends the work.
LogicalResult
reduceModule(OwningOpRef<ModuleOp> &module, const Tester &tester,
             llvm::function_ref<LogicalResult(ModuleOp)> onSmaller);

} // namespace mlir::amp

#endif // AMPDIALECT_TOOLS_REDUCER_H
