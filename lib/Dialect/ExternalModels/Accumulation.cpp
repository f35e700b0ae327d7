//===- Accumulation.cpp - Running values of linalg, tosa and vector ops ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// The narrowest float element type among `values`, null if there is none.
static Type getNarrowestFloat(ValueRange values) {
  FloatType narrowest;
  for (Value value : values) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value.getType()));
    if (type && (!narrowest || type.getWidth() < narrowest.getWidth()))
      narrowest = type;
  }
  return narrowest;
}

namespace {

/// Sums and products round; maxima, minima and selects do not.
bool rounds(Operation *combiner) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp>(
      combiner);
}

/// A structured op: each init that does not span every reduction loop holds a
/// running value; its type is that of the adding op in the body.
template <typename OpTy>
struct StructuredModel
    : AccumulationOpInterface::ExternalModel<StructuredModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    auto structured = cast<linalg::LinalgOp>(op);
    if (structured.getNumReductionLoops() == 0)
      return;
    for (unsigned i = 0, e = structured.getNumDpsInits(); i != e; ++i) {
      if (!isReduced(structured, i))
        continue;
      SmallVector<Operation *, 4> combiners;
      if (!matchReduction(structured.getRegionOutputArgs(), i, combiners))
        continue;
      for (Operation *combiner : combiners)
        if (rounds(combiner))
          accumulations.push_back(
              {getNarrowestFloat(structured.getDpsInputs()),
               getElementTypeOrSelf(combiner->getResult(0).getType())});
      // The running value also lies in memory between steps.
      if (llvm::any_of(combiners, rounds))
        accumulations.push_back(
            {getNarrowestFloat(structured.getDpsInputs()),
             getElementTypeOrSelf(
                 structured.getDpsInitOperand(i)->get().getType())});
    }
  }

private:
  static bool isReduced(linalg::LinalgOp op, unsigned init) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(init));
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    for (auto [position, iterator] : llvm::enumerate(iterators))
      if (iterator == utils::IteratorType::reduction &&
          !map.isFunctionOfDim(position))
        return true;
    return false;
  }
};

/// Attaches StructuredModel to a list of ops.
template <typename... OpTys> struct Structured {
  static void attachAll(MLIRContext *context) {
    (OpTys::template attachInterface<StructuredModel<OpTys>>(*context), ...);
  }
};

/// A convolution or pooling with an acc_type attribute.
template <typename OpTy>
struct TosaAccTypeModel
    : AccumulationOpInterface::ExternalModel<TosaAccTypeModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    accumulations.push_back({getElementTypeOrSelf(op->getOperand(0).getType()),
                             cast<OpTy>(op).getAccType()});
  }
};

/// A product or sum that runs in its result's type.
template <typename OpTy>
struct ResultTypeModel
    : AccumulationOpInterface::ExternalModel<ResultTypeModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    accumulations.push_back({getElementTypeOrSelf(op->getOperand(0).getType()),
                             getElementTypeOrSelf(op->getResult(0).getType())});
  }
};

/// A vector op with a combining kind.
template <typename OpTy>
struct VectorModel
    : AccumulationOpInterface::ExternalModel<VectorModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    // Without a running value, an outer product is a product alone.
    if (auto outer = dyn_cast<vector::OuterProductOp>(op);
        outer && !outer.getAcc())
      return;
    vector::CombiningKind kind = cast<OpTy>(op).getKind();
    if (kind != vector::CombiningKind::ADD &&
        kind != vector::CombiningKind::MUL)
      return;
    accumulations.push_back({getElementTypeOrSelf(op->getOperand(0).getType()),
                             getElementTypeOrSelf(op->getResult(0).getType())});
  }
};

} // namespace

void amp::registerAccumulationExternalModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, linalg::LinalgDialect *dialect) {
        Structured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
            >::attachAll(context);
      });
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *dialect) {
    tosa::Conv2DOp::attachInterface<TosaAccTypeModel<tosa::Conv2DOp>>(*context);
    tosa::Conv3DOp::attachInterface<TosaAccTypeModel<tosa::Conv3DOp>>(*context);
    tosa::DepthwiseConv2DOp::attachInterface<
        TosaAccTypeModel<tosa::DepthwiseConv2DOp>>(*context);
    tosa::TransposeConv2DOp::attachInterface<
        TosaAccTypeModel<tosa::TransposeConv2DOp>>(*context);
    tosa::AvgPool2dOp::attachInterface<TosaAccTypeModel<tosa::AvgPool2dOp>>(
        *context);
    tosa::MatMulOp::attachInterface<ResultTypeModel<tosa::MatMulOp>>(*context);
    tosa::ReduceSumOp::attachInterface<ResultTypeModel<tosa::ReduceSumOp>>(
        *context);
    tosa::ReduceProductOp::attachInterface<
        ResultTypeModel<tosa::ReduceProductOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context,
                            vector::VectorDialect *dialect) {
    vector::ContractionOp::attachInterface<VectorModel<vector::ContractionOp>>(
        *context);
    vector::ReductionOp::attachInterface<VectorModel<vector::ReductionOp>>(
        *context);
    vector::MultiDimReductionOp::attachInterface<
        VectorModel<vector::MultiDimReductionOp>>(*context);
    vector::OuterProductOp::attachInterface<
        VectorModel<vector::OuterProductOp>>(*context);
    vector::ScanOp::attachInterface<VectorModel<vector::ScanOp>>(*context);
  });
}
