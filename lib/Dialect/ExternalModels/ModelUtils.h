//===- ModelUtils.h - Shared parts of external models -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One model class built from plain functions, so that a family of ops costs one
// instantiation, and the answers that most families give.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_EXTERNALMODELS_MODELUTILS_H
#define LIB_DIALECT_EXTERNALMODELS_MODELUTILS_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"

namespace mlir::amp::models {

/// Fills `info` (already reset for `op`) for values of type `high`.
using InfoFn = void (*)(Operation *op, FloatType high, OpPrecisionInfo &info);
using RebuildFn = FailureOr<Operation *> (*)(Operation *op,
                                             RewriterBase &rewriter,
                                             const PrecisionSignature &sig);
using TiesFn = void (*)(Operation *op,
                        llvm::SmallVectorImpl<PrecisionTie> &ties);

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// FOLLOW; every value that takes part is read and written at one type.
void setLabel(Operation *op, FloatType high, OpPrecisionInfo &info,
              llvm::StringLiteral reason);
/// NEVER; every value that takes part keeps its type.
void setHigh(Operation *op, FloatType high, OpPrecisionInfo &info,
             llvm::StringLiteral reason);
/// As setHigh, of an op whose types no rule may change.
void setFixed(Operation *op, FloatType high, OpPrecisionInfo &info,
              llvm::StringLiteral reason);
/// FOLLOW; result 0 is another view of operand 0. Fixed where only one of the
/// two takes part (an encoding comes or goes, a bitcast).
void setView(Operation *op, FloatType high, OpPrecisionInfo &info,
             llvm::StringLiteral reason);
/// What models say of results that are made from nothing.
inline constexpr llvm::StringLiteral kMadeFromNothing =
    "made from nothing, in the type its users want";
/// FOLLOW; result 0 is made from nothing.
void setCreator(Operation *op, FloatType high, OpPrecisionInfo &info,
                llvm::StringLiteral reason);
/// setCreator for a constant whose elements, `value`, can be rounded here;
/// setFixed for one whose elements are not at hand, or with a null `value`.
void setConstant(Operation *op, FloatType high, OpPrecisionInfo &info,
                 TypedAttr value, llvm::StringLiteral reason);
/// Whether `op` is the user's extension of a float constant to `high`: weights
/// are often stored in a narrower type. What it makes is a constant, then.
bool widensConstant(Operation *op, FloatType high);
/// setCreator for an op that `widensConstant`.
void setWidenedConstant(Operation *op, FloatType high, OpPrecisionInfo &info);
/// Makes operand `index` the destination of result `result`, of one type with
/// it.
void tieDestination(OpPrecisionInfo &info, unsigned index, unsigned result);

/// InfoFn: FOLLOW, nothing takes part (types come from control flow).
void ignored(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: FOLLOW; only shapes of operands are asked for, in either type.
void shapeQuery(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setLabel for elementwise arithmetic.
void elementwise(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setLabel for a sum or a difference.
void add(Operation *op, FloatType high, OpPrecisionInfo &info);
void subtract(Operation *op, FloatType high, OpPrecisionInfo &info);
void compare(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setHigh for a function with a pole or one that amplifies error.
void delicate(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: the same with a pole where its only operand is zero.
void reciprocal(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: a logarithm. Not of 1 + x (log1p), where a small x is a small
/// result.
void logarithm(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setLabel for data movement.
void movement(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setView.
void view(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: setCreator.
void creator(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: the op reinterprets or converts bits, or leaves the tensor world.
void conversion(Operation *op, FloatType high, OpPrecisionInfo &info);
/// InfoFn: the op's memory or callee has a type that the module cannot change.
void external(Operation *op, FloatType high, OpPrecisionInfo &info);

//===----------------------------------------------------------------------===//
// Rebuilds
//===----------------------------------------------------------------------===//

/// Whether `value` is a constant whose elements are all of normal size in f16
/// (of a low constant: in its own type), read directly or through our cast.
bool isNormalConstant(Value value);

/// `scalar` at float type `type`: one cast for all that read it so, right
/// behind the scalar's definition. `reader` will read it, and may do so often.
Value castScalarOnce(RewriterBase &rewriter, Operation *reader, Value scalar,
                     FloatType type);

/// What rounds `scalar` to the type of `low` gets `low`, which it was widened
/// from: a body that stores a scalar rounds it already, and scalar casts are no
/// part of the graph, so they may go.
void replaceRoundings(RewriterBase &rewriter, Value scalar, Value low);

/// In place; scalar operands of the source type are truncated before the op and
/// scalar results extended after it, to fit the element type that its shaped
/// values now have.
FailureOr<Operation *> rebuildCrossing(Operation *op, RewriterBase &rewriter,
                                       const PrecisionSignature &signature);
/// Of an op that `widensConstant`: the constant itself in its own type, rounded
/// anew in others where its elements are at hand, and else what the op makes,
/// cast.
FailureOr<Operation *> rebuildWidened(Operation *op, RewriterBase &rewriter,
                                      const PrecisionSignature &signature);
/// In place; the scalar that the op's region yields is cast before the yield.
FailureOr<Operation *> rebuildYielding(Operation *op, RewriterBase &rewriter,
                                       const PrecisionSignature &signature);

inline void noTies(Operation *, llvm::SmallVectorImpl<PrecisionTie> &) {}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// The float type on which the single-question methods answer: that of the
/// op's shaped values, else f32.
FloatType getSourceType(Operation *op);
OpPrecisionInfo gather(Operation *op, FloatType high, InfoFn fn);
/// Element types at which a result of role `role` may be written.
void appendAllowedTypes(ResultRole role, FloatType low, FloatType high,
                        llvm::SmallVectorImpl<Type> &types);

/// Whether `infoFn` looks at nothing but an op's types.
template <InfoFn infoFn>
inline constexpr bool kAsksTypesAlone =
    infoFn == &elementwise || infoFn == &add || infoFn == &subtract ||
    infoFn == &compare || infoFn == &delicate || infoFn == &reciprocal ||
    infoFn == &logarithm || infoFn == &movement || infoFn == &conversion ||
    infoFn == &external || infoFn == &shapeQuery || infoFn == &ignored;

/// What `infoFn` looks at; specialized for those that look at bodies.
template <InfoFn infoFn>
inline constexpr InfoDependence kDependence =
    kAsksTypesAlone<infoFn> ? InfoDependence::Signature
                            : InfoDependence::Structure;

/// MixedPrecisionOpInterface from functions on Operation *; attaches to any op.
template <InfoFn infoFn, RebuildFn rebuildFn = &amp::detail::rebuildInPlace,
          TiesFn tiesFn = &noTies>
struct Model : MixedPrecisionOpInterface::FallbackModel<
                   Model<infoFn, rebuildFn, tiesFn>> {
  static OpPrecisionInfo ask(Operation *op) {
    return gather(op, getSourceType(op), infoFn);
  }
  Category getPrecisionCategory(Operation *op) const {
    return ask(op).category;
  }
  Category getOperandPrecisionCategory(Operation *op, unsigned index) const {
    return ask(op).operands[index].category;
  }
  Category getResultPrecisionCategory(Operation *op, unsigned index) const {
    return ask(op).results[index].category;
  }
  bool participatesInPrecision(Operation *op, unsigned index) const {
    return ask(op).operands[index].role != OperandRole::Ignored;
  }
  FloatType getAccumulationType(Operation *op, FloatType low) const {
    return Float32Type::get(op->getContext());
  }
  void getAllowedResultTypes(Operation *op, unsigned index, FloatType low,
                             FloatType high,
                             llvm::SmallVectorImpl<Type> &types) const {
    appendAllowedTypes(gather(op, high, infoFn).results[index].role, low, high,
                       types);
  }
  void getPrecisionTies(Operation *op,
                        llvm::SmallVectorImpl<PrecisionTie> &ties) const {
    tiesFn(op, ties);
  }
  bool absorbsOperandCast(Operation *op, unsigned index) const {
    return ask(op).operands[index].role == OperandRole::Any;
  }
  bool absorbsResultCast(Operation *op, unsigned index) const {
    ResultRole role = ask(op).results[index].role;
    return role == ResultRole::Any || role == ResultRole::Creator;
  }
  NumericTraits getNumericTraits(Operation *op) const { return ask(op).traits; }
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    info.reset(op);
    infoFn(op, high, info);
  }
  InfoDependence getInfoDependence(Operation *op) const {
    return kDependence<infoFn>;
  }
  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return rebuildFn(op, rewriter, signature);
  }
};

/// Attaches `ModelT` to every op of `Ops`.
template <typename ModelT, typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<ModelT>(*context), ...);
}

} // namespace mlir::amp::models

#endif // LIB_DIALECT_EXTERNALMODELS_MODELUTILS_H
