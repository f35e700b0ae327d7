//===- Hopper.cpp - NVVM intrinsics of sm_90a -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineState.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace amp_emulate {

bool advanceTransfers(bool force) { return false; }

void finishTransfers() {}

Intrinsic findHopperIntrinsic(const std::string &name) { return {}; }

Intrinsic getMbarrierTryWait() { return {}; }

Intrinsic getWgmma(int columns, bool isBF16) { return {}; }

} // namespace amp_emulate
