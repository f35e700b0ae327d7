//===- Tensor.cpp - MixedPrecisionOpInterface on tensor ops ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "ModelUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

/// Reads one element, whatever the tensor's type, and extends it.
static void extract(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  if (info.operands[0].role != OperandRole::Label)
    return;
  info.operands[0].role = OperandRole::Any;
  info.operands[0].readElements = 1;
}

/// insert, insert_slice, scatter: operand 1 is the destination of result 0.
static void insert(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  tieDestination(info, 1, 0);
}

/// Types come from the enclosing op's shared outputs, see the ties.
static void parallelInsert(Operation *op, FloatType high,
                           OpPrecisionInfo &info) {
  ignored(op, high, info);
  info.traits = NumericTraits::DataMovement;
}

static void parallelInsertTies(Operation *op,
                               SmallVectorImpl<PrecisionTie> &ties) {
  auto insert = cast<tensor::ParallelInsertSliceOp>(op);
  ties.push_back({&insert.getSourceMutable(), insert.getDest()});
  ties.push_back({&insert.getDestMutable(), insert.getDest()});
}

static void gatherElements(Operation *op, FloatType high,
                           OpPrecisionInfo &info) {
  movement(op, high, info);
  info.operands[0].readElements =
      getAssumedNumElements(op->getResult(0).getType());
}

/// A padding constant that the low type would turn into infinity or zero keeps
/// the pad high (-3.4e38 below a max pooling).
static void padTensor(Operation *op, FloatType high, OpPrecisionInfo &info) {
  movement(op, high, info);
  Operation *yield = op->getRegion(0).front().getTerminator();
  TypedAttr value;
  if (!matchPattern(yield->getOperand(0), m_Constant(&value)))
    return;
  NarrowingCounts counts =
      countNarrowing(value, Float16Type::get(op->getContext()));
  if (counts.overflow + counts.underflow > 0)
    setHigh(op, high, info, "pads with a value outside the low type's range");
}

static void generate(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "stores what its body computes");
}

void amp::registerTensorExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attach<Model<&view>, tensor::CastOp, tensor::ExpandShapeOp,
           tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::ReshapeOp>(
        context);
    attach<Model<&movement>, tensor::ConcatOp>(context);
    attach<Model<&gatherElements>, tensor::GatherOp>(context);
    attach<Model<&insert>, tensor::InsertSliceOp, tensor::ScatterOp>(context);
    attach<Model<&insert, &rebuildCrossing>, tensor::InsertOp>(context);
    attach<Model<&extract, &rebuildCrossing>, tensor::ExtractOp>(context);
    attach<Model<&padTensor, &rebuildYielding>, tensor::PadOp>(context);
    attach<Model<&generate, &rebuildYielding>, tensor::GenerateOp>(context);
    attach<Model<&creator>, tensor::EmptyOp>(context);
    attach<Model<&creator, &rebuildCrossing>, tensor::FromElementsOp,
           tensor::SplatOp>(context);
    attach<Model<&conversion>, tensor::BitcastOp>(context);
    attach<Model<&shapeQuery>, tensor::DimOp, tensor::RankOp>(context);
    attach<Model<&ignored>, tensor::YieldOp>(context);
    attach<Model<&parallelInsert, &amp::detail::rebuildInPlace,
                 &parallelInsertTies>,
           tensor::ParallelInsertSliceOp>(context);
  });
}
