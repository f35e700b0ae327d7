//===- AssignmentTestUtils.h - Assignments compared -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_UNITTESTS_ANALYSIS_ASSIGNMENTTESTUTILS_H
#define AMPDIALECT_UNITTESTS_ANALYSIS_ASSIGNMENTTESTUTILS_H

#include "AmpDialect/Analysis/Assignment.h"

namespace mlir::amp {

/// Whether both decide the same, whatever led there.
inline bool operator==(const Assignment &a, const Assignment &b) {
  return a.hasHigh == b.hasHigh && a.hasLow == b.hasLow &&
         a.labelLow == b.labelLow;
}

} // namespace mlir::amp

#endif // AMPDIALECT_UNITTESTS_ANALYSIS_ASSIGNMENTTESTUTILS_H
