//===- Operation.h - Ops as rules see them ----------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AMP_PYTHON_OPERATION_H
#define MLIR_AMP_PYTHON_OPERATION_H

#include "mlir/IR/Operation.h"
#include <memory>

namespace mlir_amp_python {

/// A read-only view of an op, for as long as the module stays as it is.
struct OperationView {
  mlir::Operation *op;
  /// Turns false when the module may change; shared by all views of one run.
  std::shared_ptr<bool> alive;

  /// The op; raises RuntimeError in Python when the view is dead.
  mlir::Operation *get() const;
};

/// A read-only view of an operand or result.
struct ValueView {
  mlir::Value value;
  std::shared_ptr<bool> alive;
  mlir::Value get() const;
};

} // namespace mlir_amp_python

#endif // MLIR_AMP_PYTHON_OPERATION_H
