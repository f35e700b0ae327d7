//===- AccumulationGPU.cpp - Running values of GPU matrix instructions ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// The float that `type` is made of: its element type, or that of a struct's
/// first member (fragments of NVVM are structs of vectors or floats).
static Type getFragmentType(Type type) {
  if (auto fragment = dyn_cast<gpu::MMAMatrixType>(type))
    return fragment.getElementType();
  if (auto members = dyn_cast<LLVM::LLVMStructType>(type))
    return members.getBody().empty()
               ? Type()
               : getElementTypeOrSelf(members.getBody().front());
  return getElementTypeOrSelf(type);
}

/// The float type that a PTX type word means, null for integers.
static Type getFloatType(MLIRContext *context, StringRef word) {
  if (word == "f16")
    return Float16Type::get(context);
  if (word == "bf16")
    return BFloat16Type::get(context);
  if (word == "tf32")
    return FloatTF32Type::get(context);
  if (word == "f32")
    return Float32Type::get(context);
  if (word == "f64")
    return Float64Type::get(context);
  if (word == "e4m3")
    return Float8E4M3FNType::get(context);
  if (word == "e5m2")
    return Float8E5M2Type::get(context);
  return Type();
}

namespace {

/// An instruction that returns its accumulator and takes the fragment of A as
/// its first operand.
template <typename OpTy>
struct FragmentModel
    : AccumulationOpInterface::ExternalModel<FragmentModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    accumulations.push_back({getFragmentType(op->getOperand(0).getType()),
                             getFragmentType(op->getResult(0).getType())});
  }
};

/// A sum over the lanes of a subgroup or a workgroup.
template <typename OpTy>
struct LaneReductionModel
    : AccumulationOpInterface::ExternalModel<LaneReductionModel<OpTy>, OpTy> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    auto attribute = op->getAttrOfType<gpu::AllReduceOperationAttr>("op");
    if (!attribute || (attribute.getValue() != gpu::AllReduceOperation::ADD &&
                       attribute.getValue() != gpu::AllReduceOperation::MUL))
      return;
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    accumulations.push_back({type, type});
  }
};

struct WarpgroupMmaModel
    : AccumulationOpInterface::ExternalModel<WarpgroupMmaModel,
                                             nvgpu::WarpgroupMmaOp> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    auto mma = cast<nvgpu::WarpgroupMmaOp>(op);
    accumulations.push_back(
        {getElementTypeOrSelf(
             mma.getDescriptorA().getType().getTensor().getElementType()),
         getElementTypeOrSelf(
             mma.getMatrixC().getType().getFragmented().getElementType())});
  }
};

struct WmmaModel
    : AccumulationOpInterface::ExternalModel<WmmaModel, NVVM::WMMAMmaOp> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    auto mma = cast<NVVM::WMMAMmaOp>(op);
    // eltypeA is the type of the inputs, eltypeB that of the accumulator.
    accumulations.push_back(
        {getFloatType(op->getContext(),
                      NVVM::stringifyMMATypes(mma.getEltypeA())),
         getFragmentType(op->getResult(0).getType())});
  }
};

struct WgmmaModel
    : AccumulationOpInterface::ExternalModel<WgmmaModel,
                                             NVVM::WgmmaMmaAsyncOp> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    auto mma = cast<NVVM::WgmmaMmaAsyncOp>(op);
    accumulations.push_back(
        {getFloatType(op->getContext(),
                      NVVM::stringifyWGMMATypes(mma.getTypeA())),
         getFloatType(op->getContext(),
                      NVVM::stringifyWGMMATypes(mma.getTypeD()))});
  }
};

/// Matrix instructions that have an intrinsic, but no op:
/// `llvm.nvvm.mma.SHAPE.row.col.D.A.B.C`.
struct IntrinsicModel
    : AccumulationOpInterface::ExternalModel<IntrinsicModel,
                                             LLVM::CallIntrinsicOp> {
  void getAccumulations(Operation *op,
                        SmallVectorImpl<Accumulation> &accumulations) const {
    StringRef name = cast<LLVM::CallIntrinsicOp>(op).getIntrin();
    if (!name.consume_front("llvm.nvvm.mma."))
      return;
    SmallVector<StringRef> words;
    name.split(words, '.');
    if (words.size() < 5)
      return;
    accumulations.push_back({getFloatType(op->getContext(), words[4]),
                             getFloatType(op->getContext(), words[3])});
  }
};

} // namespace

void amp::registerGPUAccumulationExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *dialect) {
    gpu::SubgroupMmaComputeOp::attachInterface<
        FragmentModel<gpu::SubgroupMmaComputeOp>>(*context);
    gpu::AllReduceOp::attachInterface<LaneReductionModel<gpu::AllReduceOp>>(
        *context);
    gpu::SubgroupReduceOp::attachInterface<
        LaneReductionModel<gpu::SubgroupReduceOp>>(*context);
  });
  registry.addExtension(
      +[](MLIRContext *context, nvgpu::NVGPUDialect *dialect) {
        nvgpu::MmaSyncOp::attachInterface<FragmentModel<nvgpu::MmaSyncOp>>(
            *context);
        nvgpu::MmaSparseSyncOp::attachInterface<
            FragmentModel<nvgpu::MmaSparseSyncOp>>(*context);
        nvgpu::WarpgroupMmaOp::attachInterface<WarpgroupMmaModel>(*context);
      });
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *dialect) {
    LLVM::CallIntrinsicOp::attachInterface<IntrinsicModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, NVVM::NVVMDialect *dialect) {
    NVVM::MmaOp::attachInterface<FragmentModel<NVVM::MmaOp>>(*context);
    NVVM::MmaSpOp::attachInterface<FragmentModel<NVVM::MmaSpOp>>(*context);
    NVVM::WMMAMmaOp::attachInterface<WmmaModel>(*context);
    NVVM::WgmmaMmaAsyncOp::attachInterface<WgmmaModel>(*context);
  });
}
