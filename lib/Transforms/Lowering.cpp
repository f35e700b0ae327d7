//===- Lowering.cpp - How lowering begins and ends ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

void amp::buildPrepareForLowering(OpPassManager &manager) {
  manager.addPass(createCheckDensePass());
  manager.addPass(createDropDebugScopesPass());
  manager.addPass(createNearestRoundingPass());
  // Upstream's lifting refuses them.
  manager.addPass(createEraseUnreachableBlocksPass());
  // TOSA's variables are globals.
  manager.addPass(createTosaToMLProgram());
  manager.addPass(createFoldGlobalsPass());
  manager.addPass(createExpandResizePass());
  // Loops of blocks carry tensors, which targets know in scf alone.
  manager.addPass(createLiftControlFlowToSCFPass());
  manager.addPass(createExpandSwitchesPass());
  manager.addPass(createFoldSizesPass());
}

void amp::addMathInF32(OpPassManager &manager) {
  math::MathExtendToSupportedTypesOptions options;
  options.extraTypeStrs = {"f64"};
  options.targetTypeStr = "f32";
  manager.addPass(math::createMathExtendToSupportedTypes(options));
}

void amp::addArithmeticInF32(OpPassManager &manager,
                             ArrayRef<StringRef> types) {
  arith::ArithEmulateUnsupportedFloatsOptions options;
  for (StringRef type : types)
    options.sourceTypeStrs.push_back(type.str());
  options.targetTypeStr = "f32";
  manager.addPass(createWidenFmaPass({options.sourceTypeStrs}));
  manager.addPass(arith::createArithEmulateUnsupportedFloats(options));
}

void amp::addBF16Expansion(OpPassManager &manager) {
  addArithmeticInF32(manager, {"bf16"});
  manager.addPass(createExpandBF16CastsPass());
}

Location amp::getKnownLoc(Location loc, Location otherwise) {
  return isa<UnknownLoc>(loc) ? otherwise : loc;
}

LogicalResult amp::checkLowered(Operation *root) {
  Operation *left = nullptr;
  root->walk([&](Operation *op) {
    if (op == root ||
        isa<LLVM::LLVMDialect, NVVM::NVVMDialect, gpu::GPUDialect>(
            op->getDialect()))
      return WalkResult::advance();
    bool isCast = isa<UnrealizedConversionCastOp>(op);
    if (!isCast || !left)
      left = op;
    return isCast ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!left)
    return success();
  InFlightDiagnostic error =
      emitError(getKnownLoc(left->getLoc(), root->getLoc()))
      << "'" << left->getName() << "' op has no lowering to LLVM";
  if (left->getNumOperands() > 0)
    error << " from " << left->getOperandTypes();
  if (left->getNumResults() > 0)
    error << " to " << left->getResultTypes();
  return error;
}
