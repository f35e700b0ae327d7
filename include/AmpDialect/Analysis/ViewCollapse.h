//===- ViewCollapse.h - What a box of a picture stands for ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_VIEWCOLLAPSE_H
#define AMPDIALECT_ANALYSIS_VIEWCOLLAPSE_H

#include <cstdint>

namespace mlir::amp {

/// What one box of a picture stands for.
enum class ViewCollapse : uint8_t {
  /// The finest of the below that has at most `ViewOptions::maxBoxes` boxes.
  Auto,
  /// One op.
  None,
  /// A contraction and what follows it, up to the next one.
  Layer,
  /// The layers between two points that all data passes (residual blocks).
  Block,
  /// The ops whose location names start alike.
  Location,
  Function
};

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_VIEWCOLLAPSE_H
