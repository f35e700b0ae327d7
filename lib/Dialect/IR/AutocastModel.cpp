//===- AutocastModel.cpp - What a scope says about precision --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A scope moves nothing: its results are the values it yields, which the
/// region-branch interface says.
template <typename OpT>
struct ScopeModel
    : MixedPrecisionOpInterface::ExternalModel<ScopeModel<OpT>, OpT> {
  Category getPrecisionCategory(Operation *) const { return Category::Follow; }
  void getPrecisionInfo(Operation *op, FloatType, OpPrecisionInfo &info) const {
    info.reset(op);
    info.category = Category::Follow;
    info.reason = "scope: types come from the values it yields";
  }
};
} // namespace

void amp::detail::attachScopeModels(MLIRContext *context) {
  AutocastOp::attachInterface<ScopeModel<AutocastOp>>(*context);
  YieldOp::attachInterface<ScopeModel<YieldOp>>(*context);
}
