//===- Vector.cpp - MixedPrecisionOpInterface on vector ops ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast of a vector moves no memory, but an op can hold none: as in arith, all
// values of an op share one type. An op inside vector.mask keeps its type,
// since its region has no room for casts.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/Saturating.h"
#include "ModelUtils.h"
#include "Products.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

/// Answers for masked ops; true if it did.
static bool handleMasked(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (!isa_and_nonnull<vector::MaskOp>(op->getParentOp()))
    return false;
  setFixed(op, high, info, "a masked region holds no casts");
  return true;
}

static bool isSum(vector::CombiningKind kind) {
  return kind == vector::CombiningKind::ADD;
}
static bool isProduct(vector::CombiningKind kind) {
  return kind == vector::CombiningKind::MUL;
}

/// acc += lhs * rhs: low inputs, high accumulator. A product of inputs that are
/// low already is one, too.
static void contract(Operation *op, FloatType high, OpPrecisionInfo &info) {
  auto contract = cast<vector::ContractionOp>(op);
  auto isFactor = [&](VectorType type) {
    auto element = dyn_cast<FloatType>(type.getElementType());
    return element && (element == high || element.getWidth() < high.getWidth());
  };
  if (!isSum(contract.getKind()) || !isFactor(contract.getLhsType()) ||
      !isFactor(contract.getRhsType()))
    return setHigh(op, high, info, "not a sum of products of floats");
  setHigh(op, high, info, "a matrix product");
  info.category = Category::Always;
  info.traits = NumericTraits::Contraction;
  for (unsigned index : {0u, 1u}) {
    if (info.operands[index].role != OperandRole::High)
      continue;
    info.operands[index].role = OperandRole::Low;
    info.operands[index].category = Category::Always;
  }
  if (isa_and_nonnull<vector::MaskOp>(op->getParentOp())) {
    // The mask has the accumulator's type, and its region holds no casts.
    info.typesAreFixed = true;
  } else if (info.results[0].role == ResultRole::High) {
    info.results[0].role = ResultRole::Accumulator;
    info.operands[2].tiedResult = 0;
  }
  SmallVector<int64_t> bounds;
  contract.getIterationBounds(bounds);
  info.multiplyAdds = 1;
  for (int64_t bound : bounds)
    info.multiplyAdds = saturatingMultiply(info.multiplyAdds, bound);
}

/// Sums and products keep input and running value, which have one type,
/// whatever a rule says; max and min follow.
static void setReduction(Operation *op, FloatType high, OpPrecisionInfo &info,
                         vector::CombiningKind kind) {
  if (!isSum(kind) && !isProduct(kind)) {
    setLabel(op, high, info, "selects one of its operands");
    info.traits = NumericTraits::OrderReduction;
    return;
  }
  setFixed(op, high, info, "the running value of a reduction");
  if (!isSum(kind))
    return;
  info.traits = NumericTraits::AdditiveReduction;
  for (ResultInfo &result : info.results)
    if (result.role == ResultRole::High)
      result.role = ResultRole::Accumulator;
}

static void reduction(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (!handleMasked(op, high, info))
    setReduction(op, high, info, cast<vector::ReductionOp>(op).getKind());
}

/// A max or min to a scalar leaves no room for the casts of its accumulator.
static void multiReduction(Operation *op, FloatType high,
                           OpPrecisionInfo &info) {
  if (handleMasked(op, high, info))
    return;
  if (!isa<VectorType>(op->getResult(0).getType()))
    return setFixed(op, high, info, "reduces to a scalar");
  setReduction(op, high, info, cast<vector::MultiDimReductionOp>(op).getKind());
}

static void scan(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setReduction(op, high, info, cast<vector::ScanOp>(op).getKind());
  for (ResultInfo &result : info.results)
    if (result.role == ResultRole::Accumulator)
      result.role = ResultRole::High;
}

/// max and min of low elements are exact, so only the scalars are cast; the
/// accumulator is combined in the wide type.
static FailureOr<Operation *>
rebuildReduction(Operation *op, RewriterBase &rewriter,
                 const PrecisionSignature &signature) {
  auto reduction = cast<vector::ReductionOp>(op);
  Value vector = signature.operands[0];
  Type wanted = signature.resultTypes[0];
  if (cast<VectorType>(vector.getType()).getElementType() == wanted)
    return amp::detail::rebuildInPlace(op, rewriter, signature);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto low = vector::ReductionOp::create(rewriter, loc, reduction.getKind(),
                                         vector, reduction.getFastmath());
  low->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (!reduction.getAcc()) {
    replaceRoundings(rewriter, reduction.getDest(), low);
    if (op->use_empty()) {
      rewriter.eraseOp(op);
      return low.getOperation();
    }
  }
  Value value = low;
  value = createPrecisionCast(rewriter, loc, value, wanted);
  if (reduction.getAcc())
    value = vector::makeArithReduction(rewriter, loc, reduction.getKind(),
                                       value, signature.operands[1],
                                       reduction.getFastmathAttr());
  rewriter.replaceOp(op, value);
  return value.getDefiningOp();
}

static void outerProduct(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (handleMasked(op, high, info))
    return;
  if (op->getNumOperands() > 2)
    return setFixed(op, high, info, "the running value of a reduction");
  // Of a vector and a scalar: the product with a scalar.
  if (!isa<VectorType>(op->getOperand(1).getType()))
    return setFixed(op, high, info, "multiplies by a scalar");
  elementwise(op, high, info);
  info.traits = getProductTraits(op->getOperand(0), op->getOperand(1));
}

static void fusedMultiply(Operation *op, FloatType high,
                          OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = getProductTraits(op->getOperand(0), op->getOperand(1)) |
                NumericTraits::Difference;
}

static void broadcast(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (!isa<VectorType>(op->getOperand(0).getType()))
    creator(op, high, info);
  else
    movement(op, high, info);
}

/// A scalar is read and extended; a part of the vector is a view.
static void extract(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (isa<VectorType>(op->getResult(0).getType()))
    return view(op, high, info);
  movement(op, high, info);
  if (info.operands[0].role != OperandRole::Label)
    return;
  info.operands[0].role = OperandRole::Any;
  info.operands[0].readElements = op->getNumResults();
}

/// Operand 1 is the destination of result 0.
static void insert(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  tieDestination(info, 1, 0);
}

/// Reads from tensors follow; buffers keep their type.
static void read(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (handleMasked(op, high, info))
    return;
  if (!isParticipatingType(op->getOperand(0).getType(), high))
    return external(op, high, info);
  movement(op, high, info);
  info.operands[0].readElements =
      getAssumedNumElements(op->getResult(0).getType());
}

/// transfer_write: the destination is operand 1; scatter: operand 0.
template <unsigned destination>
static void write(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (handleMasked(op, high, info))
    return;
  if (op->getNumResults() == 0 ||
      !isParticipatingType(op->getOperand(destination).getType(), high))
    return external(op, high, info);
  movement(op, high, info);
  tieDestination(info, destination, 0);
}

static void masked(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setFixed(op, high, info, "a masked region holds no casts");
}

static void attachArithmetic(MLIRContext *context) {
  attach<Model<&contract>, vector::ContractionOp>(context);
  attach<Model<&reduction, &rebuildReduction>, vector::ReductionOp>(context);
  attach<Model<&multiReduction>, vector::MultiDimReductionOp>(context);
  attach<Model<&scan>, vector::ScanOp>(context);
  attach<Model<&outerProduct>, vector::OuterProductOp>(context);
  attach<Model<&fusedMultiply>, vector::FMAOp>(context);
}

static void attachMovement(MLIRContext *context) {
  attach<Model<&view>, vector::ShapeCastOp, vector::ExtractStridedSliceOp,
         vector::ScalableExtractOp>(context);
  attach<Model<&movement>, vector::TransposeOp, vector::ShuffleOp,
         vector::InterleaveOp, vector::DeinterleaveOp>(context);
  attach<Model<&broadcast, &rebuildCrossing>, vector::BroadcastOp>(context);
  attach<Model<&creator, &rebuildCrossing>, vector::FromElementsOp>(context);
  attach<Model<&extract, &rebuildCrossing>, vector::ExtractOp,
         vector::ToElementsOp>(context);
  attach<Model<&insert, &rebuildCrossing>, vector::InsertOp>(context);
  attach<Model<&insert>, vector::InsertStridedSliceOp,
         vector::ScalableInsertOp>(context);
}

static void attachMemory(MLIRContext *context) {
  attach<Model<&read, &rebuildCrossing>, vector::TransferReadOp>(context);
  attach<Model<&read>, vector::GatherOp>(context);
  attach<Model<&write<1>>, vector::TransferWriteOp>(context);
  attach<Model<&write<0>>, vector::ScatterOp>(context);
  attach<Model<&external>, vector::LoadOp, vector::StoreOp,
         vector::MaskedLoadOp, vector::MaskedStoreOp, vector::ExpandLoadOp,
         vector::CompressStoreOp, vector::PrintOp>(context);
  attach<Model<&conversion>, vector::BitCastOp>(context);
  attach<Model<&masked>, vector::MaskOp, vector::YieldOp>(context);
  attach<Model<&ignored>, vector::TypeCastOp>(context);
}

void amp::registerVectorExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, vector::VectorDialect *) {
    attachArithmetic(context);
    attachMovement(context);
    attachMemory(context);
  });
}
