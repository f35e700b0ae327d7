//===- ChipInfo.h - What a kernel may use on a chip -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_CHIPINFO_H
#define AMPDIALECT_CONVERSION_TONVVM_CHIPINFO_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::amp {

/// Limits and features of one NVIDIA chip, from the CUDA C++ programming
/// guide's table of compute capabilities.
struct ChipInfo {
  /// As ptxas knows it: `sm_80`, `sm_90a`.
  StringRef name;
  /// Major version times ten plus minor version.
  int capability;
  /// LLVM feature that names the PTX version to print: `+ptx80`.
  StringRef ptxFeatures;
  /// Bytes of shared memory that one block may ask for.
  int64_t sharedPerBlock;
  /// Bytes of shared memory that the blocks of one multiprocessor share.
  int64_t sharedPerProcessor;
  /// Multiprocessors of the largest product with this chip: a persistent kernel
  /// launches that many blocks at most. Any number is correct.
  int64_t processors;
  /// True where wgmma, TMA and setmaxnreg may be used (the `a` in sm_90a).
  bool hasWgmma;

  /// The chip of that name, or nothing.
  static std::optional<ChipInfo> lookup(StringRef name);

  /// The chip of that name; fails after an error at `loc` if there is none.
  static FailureOr<ChipInfo> get(Location loc, StringRef name);

  /// All names, separated by ", ", for a diagnostic.
  static std::string getKnownNames();
};

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_CHIPINFO_H
