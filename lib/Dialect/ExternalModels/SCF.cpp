//===- SCF.cpp - MixedPrecisionOpInterface on scf ops ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The precision graph reads what loops and branches carry from the upstream
// region-branch interfaces; only scf.forall has none for its shared outputs.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

/// Each shared output has the type of its region argument and of its result.
static void forallTies(Operation *op, SmallVectorImpl<PrecisionTie> &ties) {
  auto forall = cast<scf::ForallOp>(op);
  for (auto [output, argument, result] :
       llvm::zip_equal(forall.getOutputsMutable(), forall.getRegionIterArgs(),
                       forall.getResults())) {
    ties.push_back({&output, argument});
    ties.push_back({&output, result});
  }
}

static FailureOr<Operation *>
rebuildForall(Operation *op, RewriterBase &rewriter,
              const PrecisionSignature &signature) {
  auto forall = cast<scf::ForallOp>(op);
  if (failed(amp::detail::rebuildInPlace(op, rewriter, signature)))
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    for (auto [argument, output] :
         llvm::zip_equal(forall.getRegionIterArgs(), forall.getOutputs()))
      argument.setType(output.getType());
  });
  return op;
}

/// Combines in an order that the schedule chooses: a running value.
static void combine(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setFixed(op, high, info, "accumulates across iterations");
  info.traits = NumericTraits::AdditiveReduction;
}

void amp::registerSCFExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    attach<Model<&ignored>, scf::ConditionOp, scf::ExecuteRegionOp, scf::ForOp,
           scf::IfOp, scf::InParallelOp, scf::IndexSwitchOp, scf::WhileOp,
           scf::YieldOp>(context);
    attach<Model<&ignored, &rebuildForall, &forallTies>, scf::ForallOp>(
        context);
    attach<Model<&combine>, scf::ParallelOp, scf::ReduceOp,
           scf::ReduceReturnOp>(context);
  });
}
