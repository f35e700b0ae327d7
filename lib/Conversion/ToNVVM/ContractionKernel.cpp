//===- ContractionKernel.cpp - Contractions to GPU kernels ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/IR/Saturating.h"
#include "Emit.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::amp;

LogicalResult mlir::amp::checkOffsets(const Contraction &c, GemmPath path) {
  bool isFlat = path == GemmPath::Direct;
  auto check = [&](const Access &access) -> LogicalResult {
    int64_t largest = std::abs(access.offset.constant);
    for (unsigned loop = 0; loop < c.space.size(); ++loop)
      if (isFlat || !llvm::is_contained(c.batch, loop))
        largest +=
            std::abs(access.offset.coefs[loop]) * (c.space.getSize(loop) - 1);
    if (largest <= std::numeric_limits<int32_t>::max())
      return success();
    return c.root->emitError()
           << "expected buffers of a GPU kernel with fewer than 2^31 elements"
           << (isFlat ? "" : " a batch") << ", got an offset of " << largest;
  };
  for (const ContractionOperand *operand : {c.lhs.get(), c.rhs.get()})
    for (unsigned node = 0; node < operand->program.size(); ++node)
      if (const auto &access = operand->program.getNode(node).access)
        if (failed(check(*access)))
          return failure();
  for (unsigned node = 0; node < c.epilogue.size(); ++node)
    if (const auto &access = c.epilogue.getNode(node).access)
      if (failed(check(*access)))
        return failure();
  for (const KernelResult &result : c.results)
    if (failed(check(result.access)))
      return failure();
  SmallVector<int64_t> extents = {c.getExtent(c.m), c.getExtent(c.n),
                                  c.getExtent(c.k), c.getExtent(c.batch)};
  if (isFlat) {
    // Outputs are numbered through, and so is what the last block has beyond
    // them.
    constexpr int64_t kMostBeyond = 1 << 16;
    int64_t outputs = saturatingMultiply(
        saturatingMultiply(extents[0], extents[1]), extents[3]);
    addTo(outputs, kMostBeyond);
    extents.push_back(outputs);
  }
  for (int64_t extent : extents)
    if (extent < 1 || extent > std::numeric_limits<int32_t>::max())
      return c.root->emitError()
             << "expected between 1 and 2^31 - 1 iterations of the loops of a "
                "GPU kernel, got "
             << extent;
  return success();
}

FailureOr<gpu::GPUModuleOp>
mlir::amp::emitContractionKernel(func::FuncOp kernel, const ChipInfo &chip,
                                 const GemmConfig *override,
                                 const GemmTable *table) {
  FailureOr<std::unique_ptr<Contraction>> contraction =
      matchContraction(kernel);
  if (failed(contraction))
    return failure();
  Contraction &c = **contraction;
  widenFloat8(c, chip);
  GemmConfig config = configure(c, chip, table);
  if (auto wanted =
          c.root->getAttrOfType<DictionaryAttr>(kGemmConfigAttrName)) {
    if (failed(
            config.readAttribute(wanted, [&] { return c.root->emitError(); })))
      return failure();
    config.reason = "set by 'amp.gemm_config'";
  }
  if (override)
    config = *override;
  if (failed(checkOffsets(c, config.path)) ||
      failed(verifyConfig(c, chip, config)))
    return failure();
  KernelFrame frame(c, config, chip);
  frame.tensorCore = getTensorCoreAttribute(c, chip, config);
  switch (config.path) {
  case GemmPath::Direct:
    return emitDirect(frame);
  case GemmPath::Fma:
  case GemmPath::MmaSync:
    return emitTiled(frame);
  case GemmPath::Wgmma:
    return emitWgmma(frame);
  }
  llvm_unreachable("unknown path");
}
