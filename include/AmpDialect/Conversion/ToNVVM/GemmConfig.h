//===- GemmConfig.h - How one contraction is cut up -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_GEMMCONFIG_H
#define AMPDIALECT_CONVERSION_TONVVM_GEMMCONFIG_H

#include "mlir/IR/BuiltinAttributes.h"
#include <string>

namespace mlir::amp {

/// The instruction that does the multiply-adds of a kernel.
enum class GemmPath {
  /// One thread computes some outputs from global memory: depthwise
  /// convolutions and contractions without a second tile dimension.
  Direct,
  /// fma on tiles in shared memory: types that no tensor core takes.
  Fma,
  /// mma.sync fed by cp.async and ldmatrix: sm_80 and later.
  MmaSync,
  /// wgmma fed by TMA: sm_90a.
  Wgmma,
};

/// `direct`, `fma`, `mma.sync`, `wgmma`, as attributes and tables name them.
StringRef stringifyGemmPath(GemmPath path);
/// The path of that name; none if there is none.
std::optional<GemmPath> symbolizeGemmPath(StringRef name);

/// Tile sizes and pipeline shape of one kernel. Sizes are in elements.
struct GemmConfig {
  GemmPath path = GemmPath::MmaSync;
  /// Rows, columns and depth of the tile of one block.
  int64_t tileM = 128, tileN = 128, tileK = 32;
  /// Warps of a block along rows and columns of the tile (not wgmma).
  int64_t warpsM = 2, warpsN = 2;
  /// Slots of the shared-memory ring.
  int64_t stages = 3;
  /// Rows of tiles that are walked column by column, for the L2 cache.
  int64_t group = 8;
  /// Blocks of a cluster, along rows (wgmma).
  int64_t cluster = 1;
  /// Warpgroups that compute (wgmma).
  int64_t consumers = 2;
  /// Whether the two consumers take whole tiles in turn (wgmma).
  bool pingpong = false;
  /// Why this one, in words, for the audit.
  std::string reason;

  /// The dictionary that `amp.gemm_config` holds: `path`, `tile`, `warps`,
  /// `stages`, `group`, `cluster`, `consumers`, `pingpong`.
  DictionaryAttr toAttribute(MLIRContext *context) const;

  /// Overwrites what `attribute` names. Diagnoses an unknown key, a value of
  /// the wrong kind and a number below 1 through `emitError`.
  LogicalResult
  readAttribute(DictionaryAttr attribute,
                llvm::function_ref<InFlightDiagnostic()> emitError);
};

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_GEMMCONFIG_H
