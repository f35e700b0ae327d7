//===- TensorCoreAudit.h - What the tensor cores do of a model --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry of the audit is a dictionary: `op` and `location` of a contraction
// or convolution, `instruction` of the kernel that computes it, whether that
// is a `tensor_core`'s, `multiply_adds`, `sizes` (batch, M, N, K as the source
// has them), `reason`, `fix`, and, where they are known, `tile` and `copies`
// (bytes of one copy of each operand). Entries of a whole model, the array
// `amp.tensor_cores` on it, also say `chip` and `kernel`.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_TENSORCOREAUDIT_H
#define AMPDIALECT_CONVERSION_TONVVM_TENSORCOREAUDIT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/JSON.h"
#include <array>

namespace mlir::amp {

/// An op of the source that the audit should find, as the report names it.
struct AuditedOp {
  std::string location, path, name;
};

/// Multiply-adds of several contractions: all, those on tensor cores, and the
/// same of contractions whose K and N are multiples of 8.
struct TensorCoreShare {
  double total = 0, onTensorCores = 0;
  double aligned = 0, alignedOnTensorCores = 0;

  /// Adds one entry of the audit.
  void add(DictionaryAttr entry);
};

/// Batch, M, N, K of a contraction or convolution of static shape, by its maps
/// alone; a channel that all operands share is a batch. All 1 for other ops.
std::array<int64_t, 4> getDeclaredSizes(linalg::LinalgOp op);

/// The entry of a contraction or convolution that a loop without tensor cores
/// computes, because of `reason`; its location is the caller's to add.
DictionaryAttr makePlainEntry(linalg::LinalgOp op, StringRef reason);

/// A line for people: `NAME: OP at LOCATION: INSTRUCTION, ...`.
void printTensorCoreEntry(llvm::raw_ostream &os, StringRef name,
                          DictionaryAttr entry);

/// The last lines for people.
void printTensorCoreShare(llvm::raw_ostream &os, const TensorCoreShare &share);

/// Writes the value of the report's key `tensor_cores`: a list with an object
/// for each chip among `entries`. Entries take name and path of the op among
/// `expected` that stands where they do; the paths of those that no entry
/// belongs to come as `without_kernel`.
void writeTensorCoreAudit(llvm::json::OStream &json, ArrayAttr entries,
                          ArrayRef<AuditedOp> expected);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_TENSORCOREAUDIT_H
