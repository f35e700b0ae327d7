//===- TosaContractions.cpp - Products and convolutions of TOSA ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stock MLIR 22.1.8 accepts (v: verifier, p: --tosa-validate as well, with
// a target of profile pro_fp and extension bf16):
//   convolution, f16   bias and result f16: p; bias and result f32: v;
//                      bias unlike the result: no; acc_type f16 or f32 alike
//   convolution, bf16  the same with bf16, acc_type f32 only
//   matmul, f16        result f16 or f32: p   (no acc_type: the result's type
//   is matmul, bf16       result f32: p; bf16: v  the accumulator's)
// A zero point has the type of its operand, and must be a constant for p.
//
// So a low convolution has a low bias and a low result with acc_type f32, and
// the rounding is its epilogue (tosa-to-linalg gives an f32 linalg convolution
// and a truncf); a low matmul has an f32 result, whose low copy is a truncf.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/Saturating.h"
#include "TosaModels.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::tosa_models;

/// Extent `dim` of `type`, as assumed where it is unknown.
static int64_t getExtent(ShapedType type, unsigned dim) {
  if (!type.hasRank() || type.isDynamicDim(dim))
    return kAssumedDynamicExtent;
  return type.getDimSize(dim);
}

/// Elements of `value` times extents [first, last) of `other`.
static int64_t countMultiplyAdds(Value value, Value other, unsigned first,
                                 unsigned last) {
  int64_t count = getAssumedNumElements(value.getType());
  auto type = cast<ShapedType>(other.getType());
  for (unsigned dim = first; dim < last; ++dim)
    count = saturatingMultiply(count, getExtent(type, dim));
  return count;
}

// Weights: OC x KH x KW x IC, OC x KD x KH x KW x IC, KH x KW x C x M, and OC x
// KH x KW x IC for the transposed one, each of whose inputs meets OC KH KW.
static int64_t getMultiplyAdds(tosa::Conv2DOp op) {
  return countMultiplyAdds(op.getOutput(), op.getWeight(), 1, 4);
}
static int64_t getMultiplyAdds(tosa::Conv3DOp op) {
  return countMultiplyAdds(op.getOutput(), op.getWeight(), 1, 5);
}
static int64_t getMultiplyAdds(tosa::DepthwiseConv2DOp op) {
  return countMultiplyAdds(op.getOutput(), op.getWeight(), 0, 2);
}
static int64_t getMultiplyAdds(tosa::TransposeConv2DOp op) {
  return countMultiplyAdds(op.getInput(), op.getWeight(), 0, 3);
}
static int64_t getMultiplyAdds(tosa::MatMulOp op) {
  return countMultiplyAdds(op.getOutput(), op.getA(), 2, 3);
}

/// Sets the op's result to `produced` elements, and casts it where the
/// signature asks for another type. Returns the op that defines the result.
static Operation *finishResult(Operation *op, RewriterBase &rewriter,
                               const PrecisionSignature &signature,
                               Type produced) {
  Type wanted = getStoredType(signature.resultTypes[0]);
  Type type = signature.resultTypes[0];
  if (wanted != produced)
    type = withElementType(type, produced);
  rewriter.modifyOpInPlace(op, [&] { op->getResult(0).setType(type); });
  if (wanted == produced)
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(op);
  Value cast =
      createPrecisionCast(rewriter, op->getLoc(), op->getResult(0), wanted);
  rewriter.replaceAllUsesExcept(op->getResult(0), cast, cast.getDefiningOp());
  return cast.getDefiningOp();
}

namespace {

/// A convolution: operands input, weight, bias, two zero points; or a matmul:
/// a, b, two zero points.
template <typename OpTy>
struct ContractionModel : TosaModel<ContractionModel<OpTy>, OpTy> {
  static constexpr bool kIsMatMul = std::is_same_v<OpTy, tosa::MatMulOp>;
  static constexpr unsigned kZeroPoint = kIsMatMul ? 2 : 3;
  static constexpr llvm::StringLiteral kReason = "a contraction";

  static Category category(OpTy op) {
    return isFloatTensor(op->getOperand(0).getType()) &&
                   isFloatTensor(op->getOperand(1).getType())
               ? Category::Always
               : Category::Never;
  }
  static NumericTraits traits(OpTy) { return NumericTraits::Contraction; }

  /// Convolutions write low where they read low, see the top of this file.
  void getAllowedResultTypes(Operation *op, unsigned index, FloatType low,
                             FloatType high,
                             SmallVectorImpl<Type> &types) const {
    types.push_back(kIsMatMul ? high : low);
  }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    info.reset(op);
    info.traits = NumericTraits::Contraction;
    info.reason = kReason;
    if (!isParticipatingType(op->getOperand(0).getType(), high) ||
        !isParticipatingType(op->getOperand(1).getType(), high)) {
      // Low already, or quantised: all that is of type `high` stays.
      for (auto [value, answer] :
           llvm::zip_equal(op->getOperands(), info.operands))
        if (isParticipatingType(value.getType(), high))
          answer.role = OperandRole::High;
      if (isParticipatingType(op->getResult(0).getType(), high))
        info.results[0].role = ResultRole::High;
      return;
    }
    info.category = Category::Always;
    info.multiplyAdds = getMultiplyAdds(cast<OpTy>(op));
    // A result that takes no part is written as it was, and a bias with it.
    bool writes = isParticipatingType(op->getResult(0).getType(), high);
    for (auto [index, value] : llvm::enumerate(op->getOperands())) {
      info.operands[index].category = Category::Always;
      if (isParticipatingType(value.getType(), high))
        info.operands[index].role = index < 2 ? OperandRole::Low
                                    : writes || index >= kZeroPoint
                                        ? OperandRole::Label
                                        : OperandRole::High;
    }
    info.results[0].category = Category::Always;
    if (writes)
      info.results[0].role =
          kIsMatMul ? ResultRole::Accumulator : ResultRole::Label;
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    Type input = getStoredType(signature.operands[0].getType());
    Type weight = getStoredType(signature.operands[1].getType());
    if (input != weight)
      return op->emitOpError("expected both inputs to have one type, got ")
             << input << " and " << weight;
    // bf16 accumulates in f32 only; f16 may where the user asks for it.
    Type accumulate = Float32Type::get(op->getContext());
    Type wanted = getStoredType(signature.resultTypes[0]);
    bool writes =
        isParticipatingType(signature.resultTypes[0], cast<FloatType>(wanted));
    if (writes && input.isF16() && signature.accumulate &&
        signature.accumulate.isF16())
      accumulate = input;
    Type produced = accumulate;
    if (!kIsMatMul && input == wanted)
      produced = input;

    auto operands = llvm::to_vector<8>(signature.operands);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    for (unsigned index : {kZeroPoint, kZeroPoint + 1})
      operands[index] = getInType(rewriter, operands[index], input);
    if constexpr (!kIsMatMul)
      operands[2] = getInType(rewriter, operands[2], produced);
    rewriter.modifyOpInPlace(op, [&] {
      amp::detail::setOperands(op, operands);
      if constexpr (!kIsMatMul)
        if (auto conv = cast<OpTy>(op); conv.getAccType() != accumulate)
          conv.setAccType(accumulate);
    });
    return finishResult(op, rewriter, signature, produced);
  }
};

} // namespace

template <typename... Ops> static void attachModel(MLIRContext *context) {
  (Ops::template attachInterface<ContractionModel<Ops>>(*context), ...);
}

void tosa_models::attachContractions(MLIRContext *context) {
  attachModel<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
              tosa::TransposeConv2DOp, tosa::MatMulOp>(context);
  // Inputs are block-scaled fp8 and less already; only the f32 result is ours.
  tosa::MatmulTBlockScaledOp::attachInterface<
      NeverModel<tosa::MatmulTBlockScaledOp, NumericTraits::Contraction>>(
      *context);
}
