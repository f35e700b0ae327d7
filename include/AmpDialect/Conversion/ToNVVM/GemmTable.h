//===- GemmTable.h - Configurations that were measured ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What benchmarks/tune_gemm.py found to be fastest on a device, in a file that
// it writes: an array attribute of dictionaries
//
//   {chip = "sm_90a", type = f16, sizes = array<i64: 1, 128, 768, 768>,
//    layout = "kk", device = "...", microseconds = 4.2, config = {path = ...}}
//
// `sizes` are batch, M, N, K as a kernel has them; `layout` says along which
// loop the left (`k` or `m`) and the right operand (`k` or `n`) are contiguous,
// `c` for runs along K that threads copy (an image's windows), `-` for neither;
// `config` is an `amp.gemm_config`.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_GEMMTABLE_H
#define AMPDIALECT_CONVERSION_TONVVM_GEMMTABLE_H

#include "AmpDialect/Conversion/ToNVVM/GemmConfig.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace mlir::amp {

/// What a configuration is looked up by.
struct GemmKey {
  std::string chip, layout;
  /// Element type of the factors.
  Type type;
  /// Batch, M, N, K.
  std::array<int64_t, 4> sizes;
};

/// Measured configurations, the fastest of each kernel.
class GemmTable {
public:
  struct Entry {
    GemmKey key;
    GemmConfig config;
    std::string device;
    double microseconds = 0;
  };

  /// Reads the text of the table `file`; diagnoses what is wrong with it there.
  static FailureOr<GemmTable> parse(StringRef text, StringRef file,
                                    MLIRContext *context);

  /// Reads the file `path`, or the compiler's own table if `path` is empty;
  /// `loc` is blamed if it cannot be opened.
  static FailureOr<GemmTable> load(StringRef path, Location loc);

  /// Entries for the same chip, type and layout whose sizes differ by a factor
  /// of two each at most; the nearest first, at equal distance in file order.
  SmallVector<const Entry *> lookup(const GemmKey &key) const;

  ArrayRef<Entry> getEntries() const { return entries; }

private:
  SmallVector<Entry, 0> entries;
};

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_GEMMTABLE_H
