//===- StableHLO.cpp - MixedPrecisionOpInterface on StableHLO ops ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows the ops by name alone, so StableHLO is neither needed nor linked: the
// models act where somebody loads a dialect called "stablehlo". An op whose
// name is not listed here stays as it came.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/ExternalModels/NamedModels.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "AmpDialect/IR/Saturating.h"
#include "ModelUtils.h"
#include "Products.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

static bool isNamed(Operation *op, StringRef name) {
  return op && op->getName().stripDialect() == name &&
         op->getName().getDialectNamespace() == "stablehlo";
}

/// The value attribute of the stablehlo.constant that defines `value`, if one
/// does.
static TypedAttr getConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return isNamed(op, "constant") ? op->getAttrOfType<TypedAttr>("value")
                                 : TypedAttr();
}

/// How rounding to f16, the stricter of the two low types, changes `value`; all
/// zero for what is no constant.
static NarrowingCounts countLosses(Value value) {
  TypedAttr constant = getConstant(value);
  return constant
             ? countNarrowing(constant, Float16Type::get(value.getContext()))
             : NarrowingCounts();
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Multiply-adds of lhs (B, M, K) times rhs (B, K, N): sqrt(|lhs| |rhs| |out| /
/// B). The dimension numbers are an attribute of the dialect, out of reach; one
/// contracted dimension is assumed, which leaves the rest to be batch.
static int64_t getProductMultiplyAdds(Operation *op) {
  auto lhs = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto rhs = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  auto out = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!lhs || !rhs || !out)
    return 0;
  int64_t batchDims = lhs.getRank() + rhs.getRank() - out.getRank() - 2;
  double batch = 1;
  for (int64_t dim = 0; dim < std::min(batchDims, out.getRank()); ++dim)
    batch *= out.isDynamicDim(dim) ? kAssumedDynamicExtent
                                   : std::max<int64_t>(out.getDimSize(dim), 1);
  double product = double(getAssumedNumElements(lhs)) *
                   getAssumedNumElements(rhs) * getAssumedNumElements(out);
  return int64_t(std::min(std::sqrt(product / batch), 0x1p62));
}

/// Elements of the result times those of the kernel of one output feature. The
/// features are the kernel's last dimension (HWIO) where the result ends in the
/// same extent, else its first (OIHW).
static int64_t getConvolutionMultiplyAdds(Operation *op) {
  auto kernel = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  auto out = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!kernel || !out || kernel.getRank() == 0 || out.getRank() == 0)
    return 0;
  int64_t features = kernel.getShape().back() == out.getShape().back()
                         ? kernel.getShape().back()
                         : kernel.getShape().front();
  if (features <= 0)
    features = kAssumedDynamicExtent;
  return saturatingMultiply(
      getAssumedNumElements(out),
      llvm::divideCeil(getAssumedNumElements(kernel), features));
}

static void contraction(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (!isParticipatingType(op->getOperand(0).getType(), high) ||
      !isParticipatingType(op->getOperand(1).getType(), high))
    return setHigh(op, high, info, "an input takes no part");
  // dot_general may name the types and the steps of its arithmetic.
  if (op->hasAttr("algorithm"))
    return setHigh(op, high, info, "names its own algorithm");
  info.category = Category::Always;
  info.traits = NumericTraits::Contraction;
  info.reason = "a contraction";
  for (OperandInfo &operand : info.operands) {
    operand.category = Category::Always;
    operand.role = OperandRole::Low;
  }
  info.results[0].category = Category::Always;
  info.results[0].role = ResultRole::Accumulator;
  info.multiplyAdds = isNamed(op, "convolution")
                          ? getConvolutionMultiplyAdds(op)
                          : getProductMultiplyAdds(op);
}

/// The result is written in the accumulation type, which so asks for it, and
/// rounded behind the op where the signature wants less.
static FailureOr<Operation *>
rebuildContraction(Operation *op, RewriterBase &rewriter,
                   const PrecisionSignature &signature) {
  Type wanted = getElementTypeOrSelf(signature.resultTypes[0]);
  Type produced = signature.high;
  if (wanted == signature.low && signature.accumulate == signature.low)
    produced = signature.low;
  PrecisionSignature fixed = signature;
  fixed.resultTypes[0] = withElementType(signature.resultTypes[0], produced);
  if (failed(amp::detail::rebuildInPlace(op, rewriter, fixed)))
    return failure();
  if (wanted == produced)
    return op;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(op);
  Value result = op->getResult(0);
  Value rounded = createPrecisionCast(rewriter, op->getLoc(), result, wanted);
  rewriter.replaceAllUsesExcept(result, rounded, rounded.getDefiningOp());
  return rounded.getDefiningOp();
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

static void bounded(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "bounded or well-conditioned function");
}

static void multiply(Operation *op, FloatType high, OpPrecisionInfo &info) {
  elementwise(op, high, info);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (!getConstant(lhs) && !getConstant(rhs))
    info.traits = getProductTraits(lhs, rhs);
}

static void divide(Operation *op, FloatType high, OpPrecisionInfo &info) {
  NarrowingCounts counts = countLosses(op->getOperand(1));
  if (counts.total > 0 && counts.isNormal()) {
    setLabel(op, high, info, "divides by a constant of normal size");
    info.traits = NumericTraits::Scale;
    return;
  }
  setHigh(op, high, info, "divides by a value not proven away from zero");
  info.operands[1].pole = PoleKind::AtZero;
}

static void exponential(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "an exponential overflows and amplifies error");
  info.traits = NumericTraits::Exponential;
}

static void power(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "a power overflows and amplifies error");
  auto exponent =
      dyn_cast_or_null<DenseFPElementsAttr>(getConstant(op->getOperand(1)));
  if (exponent && exponent.isSplat())
    models::setPower(exponent.getSplatValue<APFloat>().convertToDouble(), info);
}

static void periodic(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "an angle's rounding error grows with the angle");
  info.traits = NumericTraits::AbsoluteError;
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// Reads no more of operand 0 than it writes.
static void partialRead(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  info.operands[0].readElements =
      getAssumedNumElements(op->getResult(0).getType());
}

/// A value that the low type would turn into infinity or zero (-3.4e38 below a
/// max pooling) keeps the pad high.
static void pad(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  NarrowingCounts counts = countLosses(op->getOperand(1));
  if (counts.overflow + counts.underflow > 0)
    setHigh(op, high, info, "pads with a value outside the low type's range");
}

//===----------------------------------------------------------------------===//
// Creators
//===----------------------------------------------------------------------===//

static void constant(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (!isParticipatingType(op->getResult(0).getType(), high))
    return ignored(op, high, info);
  setConstant(op, high, info, getConstant(op->getResult(0)), kMadeFromNothing);
}

/// Rounds the value attribute to the wanted type.
static FailureOr<Operation *>
rebuildConstant(Operation *op, RewriterBase &rewriter,
                const PrecisionSignature &signature) {
  Type type = signature.resultTypes[0];
  if (type == op->getResult(0).getType())
    return op;
  FailureOr<TypedAttr> value =
      narrowConstant(op->getAttrOfType<TypedAttr>("value"),
                     cast<FloatType>(getElementTypeOrSelf(type)));
  if (failed(value))
    return op->emitError() << "expected a constant that can be rounded to "
                           << type << ", got " << op->getResult(0).getType();
  rewriter.modifyOpInPlace(op, [&] {
    op->setAttr("value", *value);
    op->getResult(0).setType(type);
  });
  return op;
}

/// bf16, the stricter of the two low types here, holds 0 to 256 exactly.
static void iota(Operation *op, FloatType high, OpPrecisionInfo &info) {
  constexpr int64_t kExactExtent = 257;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto dim = op->getAttrOfType<IntegerAttr>("iota_dimension");
  if (type && dim && dim.getInt() < type.getRank() && dim.getInt() >= 0 &&
      !type.isDynamicDim(dim.getInt()) &&
      type.getDimSize(dim.getInt()) <= kExactExtent)
    return creator(op, high, info);
  setHigh(op, high, info, "counts past what the low type holds exactly");
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The one op of the body of reduction `op`, if it combines the two arguments
/// and is returned; else null.
static Operation *getCombiner(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return nullptr;
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &first = body.front(), &last = body.back();
  if (first.getNumOperands() != 2 || first.getNumResults() != 1 ||
      first.getOperand(0) == first.getOperand(1) ||
      !llvm::all_of(first.getOperands(), llvm::IsaPred<BlockArgument>) ||
      !isNamed(&last, "return") || last.getOperands() != first.getResults())
    return nullptr;
  return &first;
}

/// reduce and reduce_window: the body computes in the type of its arguments, so
/// only what is exact in any type follows.
static void reduction(Operation *op, FloatType high, OpPrecisionInfo &info) {
  info.ownsRegions = true;
  Operation *combiner = getCombiner(op);
  bool ordered = isNamed(combiner, "maximum") || isNamed(combiner, "minimum");
  if (!ordered) {
    setHigh(op, high, info, "accumulates in the type of its operand");
    if (!combiner || isNamed(combiner, "add"))
      info.traits = NumericTraits::AdditiveReduction;
    return;
  }
  info.traits = NumericTraits::OrderReduction;
  NarrowingCounts counts = countLosses(op->getOperand(1));
  if (counts.overflow + counts.underflow > 0)
    return setHigh(op, high, info,
                   "starts from a value outside the low type's range");
  setLabel(op, high, info, "a maximum or minimum, exact in either type");
}

/// Gives the body's values the operand's element type.
static FailureOr<Operation *>
rebuildReduction(Operation *op, RewriterBase &rewriter,
                 const PrecisionSignature &signature) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  if (failed(amp::detail::rebuildInPlace(op, rewriter, signature)))
    return failure();
  Type to = getElementTypeOrSelf(op->getOperand(0).getType());
  auto retype = [&](Value value) {
    if (getElementTypeOrSelf(value.getType()) == from)
      value.setType(withElementType(value.getType(), to));
  };
  Block &body = op->getRegion(0).front();
  rewriter.modifyOpInPlace(
      op, [&] { llvm::for_each(body.getArguments(), retype); });
  for (Operation &inner : body)
    rewriter.modifyOpInPlace(
        &inner, [&] { llvm::for_each(inner.getResults(), retype); });
  return op;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static void attachStableHLO(Dialect *dialect) {
  attachByName<Model<&contraction, &rebuildContraction>>(
      dialect, {"dot", "dot_general", "convolution"});
  attachByName<Model<&elementwise>>(
      dialect,
      {"abs", "ceil", "clamp", "compare", "floor", "maximum", "minimum",
       "negate", "round_nearest_afz", "round_nearest_even", "select", "sign"});
  attachByName<Model<&add>>(dialect, {"add", "subtract"});
  attachByName<Model<&bounded>>(dialect, {"logistic", "sqrt", "tanh"});
  attachByName<Model<&periodic>>(dialect, {"cosine", "sine"});
  attachByName<Model<&multiply>>(dialect, {"multiply"});
  attachByName<Model<&divide>>(dialect, {"divide"});
  attachByName<Model<&exponential>>(dialect,
                                    {"exponential", "exponential_minus_one"});
  attachByName<Model<&power>>(dialect, {"power"});
  attachByName<Model<&delicate>>(
      dialect, {"atan2", "cbrt", "log_plus_one", "remainder", "tan"});
  attachByName<Model<&reciprocal>>(dialect, {"rsqrt"});
  attachByName<Model<&logarithm>>(dialect, {"log"});
  attachByName<Model<&movement>>(
      dialect, {"broadcast_in_dim", "concatenate", "dynamic_broadcast_in_dim",
                "dynamic_update_slice", "reverse", "transpose"});
  attachByName<Model<&partialRead>>(
      dialect, {"dynamic_gather", "dynamic_slice", "gather", "slice"});
  attachByName<Model<&pad>>(dialect, {"dynamic_pad", "pad"});
  attachByName<Model<&view>>(dialect, {"dynamic_reshape", "reshape"});
  attachByName<Model<&conversion>>(
      dialect, {"bitcast_convert", "convert", "is_finite", "reduce_precision"});
  attachByName<Model<&constant, &rebuildConstant>>(dialect, {"constant"});
  attachByName<Model<&iota>>(dialect, {"iota"});
  attachByName<Model<&reduction, &rebuildReduction>>(
      dialect, {"reduce", "reduce_window"});
}

void amp::registerStableHLOExternalModels(DialectRegistry &registry) {
  addNamedExtension(registry, "stablehlo", &attachStableHLO);
}
