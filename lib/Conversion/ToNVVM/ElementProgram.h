//===- ElementProgram.h - Elementwise ops as scalar code --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What surrounds a contraction in its kernel function, seen from one element:
// which elements of which arguments it needs, and which scalar ops to clone.
// Layout ops (reshapes, transposes, slices, zero padding) only change
// addresses.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_ELEMENTPROGRAM_H
#define AMP_LIB_CONVERSION_TONVVM_ELEMENTPROGRAM_H

#include "LoopSpace.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include <deque>

namespace mlir::amp {

/// One element of a kernel's buffer.
struct Access {
  /// Position among the function's arguments, then its results.
  unsigned buffer;
  Type elementType;
  /// Elements from the start of the buffer, row-major.
  LinearForm offset;
  /// Where one fails the element is zero.
  SmallVector<Guard> guards;
};

/// Row-major offset of an element at `coords` of a tensor of that type.
LinearForm getRowMajorOffset(const LoopSpace &space, RankedTensorType type,
                             ArrayRef<LinearForm> coords);

/// A scalar of a program: result `index` of node `node`.
struct ScalarRef {
  unsigned node;
  unsigned index;
};

/// A DAG of scalar computations over loops.
class ElementProgram {
public:
  struct Node {
    /// What is cloned: an elementwise op; null for loads, the root's result and
    /// pure guards.
    Operation *op = nullptr;
    /// The tensor that a load reads or the root makes.
    Value value;
    SmallVector<LinearForm> coords;
    std::optional<Access> access;
    /// Loops of a linalg op, for linalg.index.
    SmallVector<LinearForm> loops;
    /// One per block argument of a linalg op (none where unused), or operand.
    SmallVector<std::optional<ScalarRef>> operands;
    /// For a node without op and access: zero outside.
    SmallVector<Guard> guards;
    bool isRoot = false;
  };

  ElementProgram(LoopSpace &space, Operation *root)
      : space(space), root(root) {}

  /// Adds what computes element `coords` of the tensor `value`. Diagnoses an op
  /// that is no elementwise or layout op.
  FailureOr<ScalarRef> demand(Value value, ArrayRef<LinearForm> coords);

  /// Nodes such that operands come before their users.
  SmallVector<unsigned> getOrder() const;
  const Node &getNode(unsigned node) const { return nodes[node]; }
  unsigned size() const { return nodes.size(); }

  /// Adds scalar ops of one operand each, the first of them on `element`.
  ScalarRef addCasts(ScalarRef element, ArrayRef<Operation *> casts);

  /// Makes the root's node need another scalar: what the accumulator starts
  /// from.
  void addRootOperand(ScalarRef operand);

  /// Brings every form up to date after splits.
  void update();

  /// Clones the op of `node` at `b`. `operands` has one scalar per operand
  /// entry (null where there is none); `index` gives the value of a form as
  /// `index` type. Returns its scalar results.
  static SmallVector<Value>
  emitNode(OpBuilder &b, const Node &node, ValueRange operands,
           llvm::function_ref<Value(const LinearForm &)> index);

private:
  struct Resolved {
    Value value;
    SmallVector<LinearForm> coords;
    SmallVector<Guard> guards;
  };
  FailureOr<Resolved> resolveLayout(Value value, ArrayRef<LinearForm> coords);
  /// One step of it: from the result to what it is made of.
  LogicalResult resolvePad(tensor::PadOp pad, Resolved &at);
  LogicalResult resolveSlice(tensor::ExtractSliceOp slice, Resolved &at);
  FailureOr<ScalarRef> getOrCreate(Value value, ArrayRef<LinearForm> coords);
  LogicalResult expand(unsigned node);
  LogicalResult expandLinalg(unsigned node);

  LoopSpace &space;
  Operation *root;
  std::deque<Node> nodes;
  SmallVector<unsigned> pending;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_ELEMENTPROGRAM_H
