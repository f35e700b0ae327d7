//===- TosaControlFlow.cpp - Regions and state of TOSA -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tosa.cond_if and tosa.while_loop implement no branch interface upstream, so
// they list here what flows where, yields included.
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "TosaModels.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::tosa_models;

/// Ties operands [first, ...) of `from` to `targets`, one by one.
static void tieAll(Operation *from, unsigned first, ValueRange targets,
                   SmallVectorImpl<PrecisionTie> &ties) {
  for (auto [index, target] : llvm::enumerate(targets))
    if (first + index < from->getNumOperands())
      ties.push_back({&from->getOpOperand(first + index), target});
}

/// Gives the arguments of each region of `op` the element types of operands
/// [first, ...), whose shapes and encodings may be others.
static FailureOr<Operation *>
rebuildWithRegions(Operation *op, unsigned first, RewriterBase &rewriter,
                   const PrecisionSignature &signature) {
  rewriter.modifyOpInPlace(op, [&] {
    for (Region &region : op->getRegions())
      for (auto [index, argument] : llvm::enumerate(region.getArguments()))
        argument.setType(withElementType(
            argument.getType(),
            getElementTypeOrSelf(signature.operands[first + index].getType())));
  });
  return amp::detail::rebuildInPlace(op, rewriter, signature);
}

namespace {

/// Roles of an op that only hands values on: everything is tied.
template <typename Concrete, typename OpTy>
struct CarrierModel : TosaModel<Concrete, OpTy> {
  static constexpr llvm::StringLiteral kReason = "control flow";
  static Category category(OpTy) { return Category::Follow; }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    info.reset(op);
    info.category = Category::Follow;
    info.reason = kReason;
    for (auto [value, answer] :
         llvm::zip_equal(op->getOperands(), info.operands))
      if (isParticipatingType(value.getType(), high)) {
        // Ties come first; what is tied to nothing keeps its type.
        answer.role = OperandRole::High;
        answer.readElements = 0;
      }
    for (auto [value, answer] : llvm::zip_equal(op->getResults(), info.results))
      if (isParticipatingType(value.getType(), high))
        answer.role = ResultRole::Any;
  }
};

/// tosa.cond_if: inputs flow into the arguments of both regions (which may have
/// none and capture instead), what the regions yield into the results.
struct IfModel : CarrierModel<IfModel, tosa::IfOp> {
  void getPrecisionTies(Operation *op,
                        SmallVectorImpl<PrecisionTie> &ties) const {
    for (Region &region : op->getRegions()) {
      tieAll(op, 1, region.getArguments(), ties);
      tieAll(region.front().getTerminator(), 0, op->getResults(), ties);
    }
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return rebuildWithRegions(op, 1, rewriter, signature);
  }
};

/// tosa.while_loop: inputs, and what the body yields, flow into the arguments
/// of both regions and, when the condition fails, into the results.
struct WhileModel : CarrierModel<WhileModel, tosa::WhileOp> {
  void getPrecisionTies(Operation *op,
                        SmallVectorImpl<PrecisionTie> &ties) const {
    auto loop = cast<tosa::WhileOp>(op);
    Operation *yield = loop.getBodyGraph().front().getTerminator();
    for (Operation *from : {op, yield}) {
      tieAll(from, 0, loop.getCondGraph().getArguments(), ties);
      tieAll(from, 0, loop.getBodyGraph().getArguments(), ties);
      tieAll(from, 0, op->getResults(), ties);
    }
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return rebuildWithRegions(op, 0, rewriter, signature);
  }
};

/// tosa.yield: its parent lists its ties.
struct YieldModel : CarrierModel<YieldModel, tosa::YieldOp> {};

} // namespace

void tosa_models::attachControlFlow(MLIRContext *context) {
  tosa::IfOp::attachInterface<IfModel>(*context);
  tosa::WhileOp::attachInterface<WhileModel>(*context);
  tosa::YieldOp::attachInterface<YieldModel>(*context);
  // State outlives the graph, in the type of its declaration.
  models::attach<models::Model<&models::external>, tosa::VariableOp,
                 tosa::VariableReadOp, tosa::VariableWriteOp>(context);
  // A custom op means what its owner says.
  attachAll<NeverModel, NumericTraits::None, tosa::CustomOp>(context);
}
