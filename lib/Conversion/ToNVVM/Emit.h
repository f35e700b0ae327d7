//===- Emit.h - Kernels of each path ----------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_EMIT_H
#define AMP_LIB_CONVERSION_TONVVM_EMIT_H

#include "AmpDialect/Conversion/ToNVVM/GemmTable.h"
#include "KernelFrame.h"

namespace mlir::amp {

/// Chooses how to cut up a contraction; `reason` says why. What was measured
/// for a contraction like it, where `table` is given and has such, comes first.
GemmConfig configure(const Contraction &contraction, const ChipInfo &chip,
                     const GemmTable *table = nullptr);

/// What is wrong with a configuration, in words; see verifyConfig.
std::optional<std::string> whyBadConfig(const Contraction &contraction,
                                        const ChipInfo &chip,
                                        const GemmConfig &config);

/// Diagnoses a configuration that cannot serve: sizes that do not divide, too
/// much shared memory, types without that instruction.
LogicalResult verifyConfig(const Contraction &contraction, const ChipInfo &chip,
                           const GemmConfig &config);

/// Diagnoses offsets that do not fit: within a batch they are computed in 32
/// bits; without tiles, so are those of all batches.
LogicalResult checkOffsets(const Contraction &contraction, GemmPath path);

/// The type that an operand has in shared memory on a path, null if the path
/// does not take it.
Type getTileType(const ContractionOperand &operand, GemmPath path);

/// Has 8-bit floats multiplied as f16 or bf16, which hold them exactly, where
/// the other operand is of that type or the chip multiplies none of 8 bits.
void widenFloat8(Contraction &contraction, const ChipInfo &chip);

/// Whether mma.sync multiplies these two types; the reason if not.
std::optional<std::string> whyNoTensorCore(const Contraction &contraction,
                                           bool allowTf32);

/// Whether the wgmma kernel can serve; the reason if not.
std::optional<std::string> whyNoWgmma(const Contraction &contraction);

/// The word of PTX for a type that tensor cores multiply: `e4m3`, `bf16`.
StringRef getPtxType(Type type);

/// What `amp.tensor_core` says of a kernel.
DictionaryAttr getTensorCoreAttribute(const Contraction &contraction,
                                      const ChipInfo &chip,
                                      const GemmConfig &config);

std::optional<std::string> whyBadWgmmaTile(const Contraction &contraction,
                                           const ChipInfo &chip,
                                           const GemmConfig &config);
/// The best wgmma configuration, nothing where mma.sync is the better choice.
std::optional<GemmConfig> configureWgmma(const Contraction &contraction,
                                         const ChipInfo &chip);

/// Tiles in shared memory: mma.sync and fma.
gpu::GPUModuleOp emitTiled(KernelFrame &frame);

/// Tiles of TMA: wgmma.
gpu::GPUModuleOp emitWgmma(KernelFrame &frame);

/// One thread per output from global memory.
gpu::GPUModuleOp emitDirect(KernelFrame &frame);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_EMIT_H
