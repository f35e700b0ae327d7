//===- Evaluator.h - Elements of fused tensor ops, on demand ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_EVALUATOR_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_EVALUATOR_H

#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/MemoryType.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <map>

namespace mlir::amp::cuda {

/// The elements a thread looks at: `lanes` of them, at `base + lane * stride`.
struct LaneIndex {
  Value base;
  unsigned lanes = 1;
  int64_t stride = 0;
  /// Whether `base` is a multiple of `lanes`.
  bool aligned = false;
};

/// Writes the scalar code that computes elements of a kernel function's tensors
/// from the kernel's pointers. Whatever lies in between (elementwise ops,
/// slices, pads, concatenations, views) is evaluated at the index asked for, so
/// that producers need no buffer. Bounded by the size of a kernel
/// (kMaxGroupOps).
class Evaluator {
public:
  using Lanes = SmallVector<Value>;

  Evaluator(ImplicitLocOpBuilder &builder, IntegerType indexType)
      : builder(builder), indexType(indexType) {}

  /// Tells where an argument of the kernel function lives: a pointer for a
  /// tensor, the value for a scalar.
  void mapArgument(Value argument, Value lowered) {
    lowered_[argument] = lowered;
  }

  /// Fixes the value of a tensor for every index that will be asked for: the
  /// thread's row of a row-wise value.
  void fixValue(Value tensor, Value scalar) { fixed[tensor] = scalar; }

  /// Makes `lanes` the elements of `tensor` at `index`.
  void remember(Value tensor, const LaneIndex &index, ArrayRef<Value> lanes);

  /// The elements of `tensor` at `index`. Null values, after a diagnostic,
  /// where an op cannot be evaluated.
  Lanes load(Value tensor, const LaneIndex &index);

  /// The elements of an operand under the iterations `index` of loops; `extra`
  /// is added to its offset.
  Lanes loadThrough(Value tensor, const LinearAccess &access,
                    ArrayRef<int64_t> extents, const LaneIndex &index,
                    Value extra = {});

  /// Computes the elements of an elementwise op's results, those of one of its
  /// inputs given.
  void evaluateWith(linalg::GenericOp op, OpOperand *input, const Lanes &lanes,
                    const LaneIndex &index) {
    evaluateGeneric(op, 0, index, input, lanes);
  }

  /// Writes elements of a result's buffer.
  void store(Value pointer, Type elementType, const LaneIndex &index,
             ArrayRef<Value> values);

  /// Clones a linalg body for one element. `dims` are the loops (may be empty
  /// where the body reads none). Returns what the body yields.
  SmallVector<Value> cloneBody(linalg::LinalgOp op, ValueRange arguments,
                               ArrayRef<Value> dims);

  /// The element of an operand for loops given as the sum of two accesses'
  /// offsets: `first` under loops `firstExtents` and so on.
  Value offset(const LinearAccess &access, ArrayRef<int64_t> extents,
               Value linear);

  /// A scalar of the kernel function: an argument or a constant.
  Value scalar(Value value);

  /// Row-major coordinates of `linear` in `extents`.
  SmallVector<Value> delinearize(Value linear, ArrayRef<int64_t> extents);

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value toIndex(Value value);
  Value fromIndex(Value value);

  /// By tensor and index.
  using KnownLanes =
      std::map<std::tuple<void *, void *, unsigned, int64_t>, Lanes>;
  /// By index and the loops that an access runs through.
  using KnownPlaces =
      std::map<std::tuple<void *, unsigned, int64_t, bool,
                          SmallVector<std::pair<int64_t, int64_t>>>,
               LaneIndex>;

  /// What was computed is known only inside of a region: save before, restore
  /// after it.
  struct Scope {
    explicit Scope(Evaluator &evaluator)
        : evaluator(evaluator), saved(evaluator.known),
          savedPlaces(evaluator.places) {}
    ~Scope() {
      evaluator.known = std::move(saved);
      evaluator.places = std::move(savedPlaces);
    }
    Evaluator &evaluator;
    KnownLanes saved;
    KnownPlaces savedPlaces;
  };

  bool hasFailed() const { return failed; }
  Operation *fail(Operation *op, const Twine &why);

  ImplicitLocOpBuilder &builder;
  IntegerType indexType;

private:
  Lanes evaluate(OpResult result, const LaneIndex &index);
  Lanes evaluateGeneric(linalg::GenericOp op, unsigned number,
                        const LaneIndex &index, OpOperand *given = nullptr,
                        const Lanes &givenLanes = {});
  Lanes evaluateSlice(tensor::ExtractSliceOp op, const LaneIndex &index);
  /// The same where a run chooses the steps.
  Lanes evaluateSteppedSlice(tensor::ExtractSliceOp op, const LaneIndex &index);
  Lanes evaluatePad(tensor::PadOp op, const LaneIndex &index);
  Lanes evaluateConcat(tensor::ConcatOp op, const LaneIndex &index);
  Lanes evaluateInsert(tensor::InsertSliceOp op, const LaneIndex &index);
  Lanes evaluateEachLane(Value tensor, const LaneIndex &index);
  Lanes loadMemory(Value pointer, Type elementType, const LaneIndex &index);
  std::optional<LaneIndex> shift(const LinearAccess &access,
                                 ArrayRef<int64_t> extents,
                                 const LaneIndex &index);
  Value laneBase(const LaneIndex &index, unsigned lane);
  Value select(Value condition, Type type, function_ref<Value()> yes,
               function_ref<Value()> no);
  Value foldedOffset(OpFoldResult offset);

  llvm::DenseMap<Value, Value> lowered_;
  llvm::DenseMap<Value, Value> fixed;
  KnownLanes known;
  KnownPlaces places;
  bool failed = false;
};

/// The size of an element in memory, in bytes.
unsigned getMemoryBytes(Type elementType);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_EVALUATOR_H
