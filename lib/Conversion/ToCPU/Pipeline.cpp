//===- Pipeline.cpp - From tensors to the LLVM dialect --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/ModulePipeline.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

/// TOSA to linalg, arith, tensor and scf. One by one, since upstream's pipeline
/// validates first and refuses casts that no profile of TOSA lists.
static void addTosaPasses(OpPassManager &manager) {
  OpPassManager &func = manager.nest<func::FuncOp>();
  // First: the others refuse the ends of regions that this one takes away.
  func.addPass(createTosaToSCFPass());
  // A transposed convolution becomes a convolution.
  func.addPass(tosa::createTosaOptionalDecompositionsPass());
  func.addPass(tosa::createTosaMakeBroadcastablePass());
  TosaToLinalgNamedOptions named;
  named.preferConv2DKernelLayoutHWCF = true;
  func.addPass(tosa::createTosaToLinalgNamed(named));
  func.addPass(tosa::createTosaToLinalg());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  func.addPass(createTosaToArithPass(arith));
  func.addPass(createTosaToTensorPass());
}

static void addBufferPasses(OpPassManager &manager) {
  // Upstream's deallocation puts ops of its own beside the one that is masked.
  manager.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
  manager.addPass(createCPUProtectInputsPass());
  // Behind the last CSE of tensors, which would share them again.
  manager.addPass(createCPUSeparateInitsPass());
  manager.addPass(createCPUFillBordersPass());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  // Before casts fold into what reads them.
  manager.addPass(createCPUCopySlicesPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCPUDropDeallocsPass());
  bufferization::buildBufferDeallocationPipeline(manager);
  manager.addPass(createConvertBufferizationToMemRefPass());
}

static void addLLVMPasses(OpPassManager &manager, bool expandBF16) {
  manager.addPass(createExpandIntegerPowersPass());
  manager.addPass(createConvertMathToFuncs());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createCPULowerVectorsPass());
  manager.addPass(createConvertVectorToSCFPass());
  // Loops first, then the subscripts of views.
  manager.addPass(createLowerAffinePass());
  manager.addPass(createCPUScopeAllocasPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createCPUExpandShapesPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  if (expandBF16)
    addBF16Expansion(manager);
  manager.addPass(createDefineDivisionsPass());
  manager.addPass(createCPULowerExtremaPass());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  manager.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  if (expandBF16)
    manager.addPass(createBF16AsIntegersPass());
}

void amp::buildToCPUPipeline(OpPassManager &manager,
                             const ToCPUPipelineOptions &options) {
  buildPrepareForLowering(manager);
  addTosaPasses(manager);
  manager.addPass(createExpandTensorOpsPass());
  manager.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCPUFusePass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  addBufferPasses(manager);
  CPUEntryPassOptions entry;
  entry.entry = options.entry;
  manager.addPass(createCPUEntryPass(entry));
  manager.addPass(bufferization::createBufferDeallocationSimplificationPass());
  manager.addPass(bufferization::createLowerDeallocationsPass());
  // The conditions that a lone buffer is freed under.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCPUKernelsPass());
  // Before loops and subscripts fall apart.
  if (options.maskRows)
    manager.addPass(createCPUMaskRowsPass());
  manager.addPass(createCPUCheckSizesPass());
  manager.addPass(createConvertLinalgToLoopsPass());
  // Low types first: upstream's polynomials are made for f32.
  addMathInF32(manager);
  addArithmeticInF32(manager, {"f8E4M3FN", "f8E5M2"});
  manager.addPass(createCPUExpandMathPass());
  addLLVMPasses(manager, options.expandBF16);
}

void amp::registerToCPUPipeline() {
  registerModulePipeline<ToCPUPipelineOptions>(
      "amp-to-cpu", "Lower a module on tensors to the LLVM dialect for the CPU",
      buildToCPUPipeline);
}
