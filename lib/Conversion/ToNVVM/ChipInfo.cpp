//===- ChipInfo.cpp - What a kernel may use on a chip ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr int64_t kKiB = 1024;

// PTX 8.6 is the first with TMA loads into the own block's shared memory, 8.4
// with mma.sync of 8-bit floats; the older chips take what CUDA 11.8 reads.
static const ChipInfo kChips[] = {
    {"sm_80", 80, "+ptx78", 163 * kKiB, 164 * kKiB, 108, false},
    {"sm_86", 86, "+ptx78", 99 * kKiB, 100 * kKiB, 84, false},
    {"sm_89", 89, "+ptx84", 99 * kKiB, 100 * kKiB, 142, false},
    {"sm_90", 90, "+ptx84", 227 * kKiB, 228 * kKiB, 132, false},
    {"sm_90a", 90, "+ptx86", 227 * kKiB, 228 * kKiB, 132, true},
};

std::optional<ChipInfo> ChipInfo::lookup(StringRef name) {
  const ChipInfo *found = llvm::find_if(
      kChips, [&](const ChipInfo &chip) { return chip.name == name; });
  if (found == std::end(kChips))
    return std::nullopt;
  return *found;
}

FailureOr<ChipInfo> ChipInfo::get(Location loc, StringRef name) {
  if (std::optional<ChipInfo> found = lookup(name))
    return *found;
  return emitError(loc) << "unknown chip '" << name << "', expected one of "
                        << getKnownNames();
}

std::string ChipInfo::getKnownNames() {
  return llvm::join(
      llvm::map_range(kChips, [](const ChipInfo &chip) { return chip.name; }),
      ", ");
}
