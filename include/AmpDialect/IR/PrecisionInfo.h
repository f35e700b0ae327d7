//===- PrecisionInfo.h - What an op says about precision --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain structs through which an op instance answers the conversion.
// Words as in docs/design.md: low is the target type (f16, bf16), high the
// type the model came in (f32); a value takes part when it is a tensor or a
// vector whose element type is the high type.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_PRECISIONINFO_H
#define AMPDIALECT_IR_PRECISIONINFO_H

#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// How one operand of an op is read.
enum class OperandRole : uint8_t {
  /// Takes no part: an index, an integer, a scalar, a type-free operand.
  Ignored,
  /// Only its shape is used (an unread destination); costs no read. Follows
  /// the result named by `tiedResult`, if any.
  ShapeOnly,
  /// Must be low for the op to run on low-precision hardware (the inputs of a
  /// contraction). The op stays high as a whole where that costs too much.
  Low,
  /// Must be the type it had: delicate, or the start of an accumulation.
  High,
  /// Read at the one type at which the op as a whole works (it can hold no
  /// cast, e.g. arith.addf on tensors or tosa.add).
  Label,
  /// Must have the type at which result `tiedResult` is written (a destination
  /// that is read, a carried value).
  Tied,
  /// Absorbed: whatever is stored is read and extended inside the op.
  Any,
};

/// How one result of an op is written.
enum class ResultRole : uint8_t {
  /// Takes no part.
  Ignored,
  /// Written in the type it had; a low copy is a separate pass over memory.
  High,
  /// Written in the op's one working type (see OperandRole::Label).
  Label,
  /// Absorbed: the op can write high, low or both at no extra pass.
  Any,
  /// Accumulated and written high by the op; a low copy is its epilogue, free.
  Accumulator,
  /// Another view of operand `source`, no bytes moved.
  View,
  /// Made from nothing (constant, fill, iota): exists in every type that its
  /// users want. `source`, if any, is the operand that only gives the shape.
  Creator,
};

/// What the arithmetic of an op does to numbers; feeds the general criteria
/// (statistic chains, norm and softmax regions), so that no pass looks at
/// names.
enum class NumericTraits : uint16_t {
  None = 0,
  /// Some result sums over a reduced dimension (not a contraction).
  AdditiveReduction = 1 << 0,
  /// Some result reduces by max, min or the like: exact in any type.
  OrderReduction = 1 << 1,
  /// A product of a value with itself, or an even power.
  Square = 1 << 2,
  /// An exponential of data.
  Exponential = 1 << 3,
  /// Copies elements without arithmetic (transpose, broadcast, pad, slice).
  DataMovement = 1 << 4,
  /// A matrix product or convolution.
  Contraction = 1 << 5,
  /// Multiplies two different data operands (x * y, a possible second moment).
  Product = 1 << 6,
  /// The result's relative error is the operand's absolute error (sine of an
  /// angle): reading a rounded large operand is as bad as computing low.
  AbsoluteError = 1 << 7,
  /// Multiplies data by a constant or a broadcast operand, or divides it so.
  Scale = 1 << 8,
  /// The logarithm of its only operand, or of those that say so: of small
  /// numbers it needs the digits that a type's subnormals lose.
  Logarithm = 1 << 9,
  /// Adds data to data or takes it away: where it cancels, what was rounded
  /// before is all that is left.
  Difference = 1 << 10,
  /// Rounds to whole numbers, which stay floats.
  Rounding = 1 << 11,
  /// Takes data away from data: what two nearly equal numbers differ by.
  Subtraction = 1 << 12,
  /// Says which of two numbers is larger, or whether they are equal.
  Comparison = 1 << 13,
  /// Sums over a window that slides: data, no statistic, but of squares as
  /// delicate as any sum of squares.
  WindowSum = 1 << 14,
  LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/WindowSum)
};

/// True if `traits` has one of those in `wanted`.
inline bool hasAny(NumericTraits traits, NumericTraits wanted) {
  return (traits & wanted) != NumericTraits::None;
}

/// Whether an op has a pole where an operand is zero: a divisor, what a
/// reciprocal or a logarithm is taken of.
enum class PoleKind : uint8_t {
  None,
  /// Of the operand, or of what a body makes of it without a sum.
  AtZero,
  /// Of a sum with it inside the op, which may cancel.
  BehindSum,
  /// A root: only its slope has a pole. A sum that cancels before it counts, a
  /// small number by itself does not.
  OfRoot,
};

/// One operand of an op instance.
struct OperandInfo {
  OperandRole role = OperandRole::Ignored;
  Category category = Category::Follow;
  /// For Tied and ShapeOnly: the result it goes with. For High: the result
  /// whose accumulation it starts, if any.
  int32_t tiedResult = -1;
  /// Added to other data inside the op, whatever else the op does to it.
  bool summand = false;
  /// A logarithm inside the op is taken of it, or of what is made of it.
  bool logarithm = false;
  /// Where it is an angle inside the op, or cut to an integer: that is not all
  /// it is there.
  bool asNumber = false;
  PoleKind pole = PoleKind::None;
  /// Elements read in one execution; -1: all elements of the operand's type.
  int64_t readElements = -1;
  /// Each element is used for this many elements of the iteration space or
  /// more: a scale, a bias, a statistic. 1 where unknown.
  int64_t reuse = 1;
};

/// One result of an op instance.
struct ResultInfo {
  ResultRole role = ResultRole::Ignored;
  Category category = Category::Follow;
  /// For View and Creator: the operand whose storage or shape it takes.
  int32_t source = -1;
};

/// A value that `operand` flows into unchanged (a loop-carried argument, a
/// branch argument): both have one type. Control flow that implements the
/// upstream region-branch and branch interfaces need not be listed.
struct PrecisionTie {
  OpOperand *operand;
  Value value;
};

/// Everything an op instance says, gathered in one call.
struct OpPrecisionInfo {
  Category category = Category::Never;
  /// One per operand and one per result of the op.
  llvm::SmallVector<OperandInfo, 4> operands;
  llvm::SmallVector<ResultInfo, 2> results;
  NumericTraits traits = NumericTraits::None;
  /// Multiply-adds of one execution of a contraction, else 0.
  int64_t multiplyAdds = 0;
  /// The ops in this op's regions are its own arithmetic (the body of a
  /// linalg.generic): only tensors that they capture take part.
  bool ownsRegions = false;
  /// The types of a NEVER op are its meaning (a bitcast), or those of memory
  /// and of code elsewhere: no rule changes them.
  bool typesAreFixed = false;
  /// Why the category is what it is; a static string for reports.
  llvm::StringLiteral reason = kDeclared;

  /// The reason of an op that gives none.
  static constexpr llvm::StringLiteral kDeclared = "declared by the op";

  /// Clears everything and sizes `operands` and `results` for `op`.
  void reset(Operation *op) {
    category = Category::Never;
    operands.assign(op->getNumOperands(), OperandInfo());
    results.assign(op->getNumResults(), ResultInfo());
    traits = NumericTraits::None;
    multiplyAdds = 0;
    ownsRegions = false;
    typesAreFixed = false;
    reason = kDeclared;
  }
};

/// What the answer of an op depends on (see OpSignature.h).
enum class InfoDependence : uint8_t {
  /// The op's signature: neither what defines the operands nor regions that the
  /// name does not imply.
  Signature,
  /// The same and which operands are constants, moved perhaps, and which.
  Constants,
  /// The signature and the regions.
  Body,
  /// Anything.
  Structure
};

/// The precision signature at which an op is rebuilt.
struct PrecisionSignature {
  /// The target type and the type the op had.
  FloatType low, high;
  /// New operand values, one per operand, already of the wanted types.
  llvm::SmallVector<Value, 4> operands;
  /// Wanted result types, one per result.
  llvm::SmallVector<Type, 2> resultTypes;
  /// Type of arithmetic in a body, and of running values of reductions.
  FloatType compute, accumulate;
  /// See createPrecisionCast.
  Attribute castMark;
  /// Numbers of attributes that were rounded for ops before this one, by the
  /// number and its new type: a module has many bounds of few kinds. Null: none
  /// are kept.
  llvm::DenseMap<std::pair<Attribute, Type>, Attribute> *rounded = nullptr;
};

/// True if `type` is a tensor or vector whose element type is `high`. Sparse
/// tensors (those with an encoding) and unranked ones (arith.truncf and extf
/// don't verify on them) take no part.
bool isParticipatingType(Type type, FloatType high);

/// `type` with its element type replaced (tensor, vector or scalar).
Type withElementType(Type type, Type elementType);

/// The element type of a tensor, vector or memref; other types as they are.
/// Like getElementTypeOrSelf, but the usual types cost no search for an
/// interface.
Type getStoredType(Type type);

/// Static element count of a shaped type; each dynamic dimension counts as
/// `kAssumedDynamicExtent`. 1 for scalars. Saturates at 2^40.
int64_t getAssumedNumElements(Type type);
inline constexpr int64_t kAssumedDynamicExtent = 128;

/// Creates the cast the conversion inserts: arith.truncf or arith.extf of
/// `value` to element type `to`, marked fastmath<contract> so that only casts
/// of ours ever fold. Returns `value` itself if it already has the type. `mark`
/// is the attribute of the mark and `type` that of the result, for callers that
/// make many casts (see getCastMark and withElementType); null looks them up.
Value createPrecisionCast(OpBuilder &builder, Location loc, Value value,
                          Type to, Attribute mark = {}, Type type = {});

/// Creates an arith.extf of the scalar `value` to `to` without the mark, as the
/// bodies of named ops have it.
Value createPlainExtension(OpBuilder &builder, Location loc, Value value,
                           Type to);

/// The attribute that marks our casts.
Attribute getCastMark(MLIRContext *context);

/// True if `op` is an arith.truncf/extf carrying our mark.
bool isPrecisionCast(Operation *op);

/// True if `op` makes one value of floats from one of floats of another type.
bool changesFloatType(Operation *op);

/// True if that other type holds all numbers of the one that `op` reads.
bool extendsFloats(Operation *op);

/// `value` without the casts that a conversion put around it.
Value stripPrecisionCasts(Value value);

} // namespace mlir::amp

#endif // AMPDIALECT_IR_PRECISIONINFO_H
