//===- Kernels.h - What becomes of linalg ops on memrefs --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_KERNELS_H
#define AMP_CONVERSION_TOCPU_KERNELS_H

#include "Epilogues.h"
#include "ModuleSymbols.h"

namespace mlir::amp::cpu {

/// Replaces the op of `nest` by a kernel and its call, from several threads
/// where the work is worth it. Loops are put into the order in which the result
/// lies in memory; the innermost one is left to LLVM's vectoriser. Sums in the
/// innermost loop may be reassociated.
void lowerToKernel(LoopNest nest, ModuleSymbols &symbols);

/// Replaces the op of `nest` by a call of amp_cpu_contract if it is a
/// contraction or convolution that the runtime knows, together with the
/// elementwise op that reads its result, if there is such a one, which is
/// returned, erased; fails otherwise.
FailureOr<Operation *> lowerToContraction(const LoopNest &nest,
                                          ModuleSymbols &symbols);

/// Replaces the op of `nest`, a reduction, by a kernel without what it shares
/// with others: the fill that its result starts from, or that result where an
/// elementwise op alone reads it; this op is returned, erased, or null. Fails
/// where there is neither.
FailureOr<Operation *> lowerToReduction(LoopNest nest, ModuleSymbols &symbols);

/// Replaces the op of `epilogue` by a call of amp_cpu_contract_then with it and
/// with `contraction`: the plan and the pointers to A, B and C.
void lowerToEpilogue(Epilogue epilogue, ValueRange contraction,
                     ModuleSymbols &symbols);

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_KERNELS_H
