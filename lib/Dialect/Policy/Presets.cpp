//===- Presets.cpp - Policies that ship with the library ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Policy/Policy.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

// Written by the build from presets/*.mlir, so that no path is needed at run
// time: kNames and kTexts, both sorted by name.
#include "Presets.inc"

ArrayRef<StringRef> amp::getPresetNames() { return kNames; }

StringRef amp::getPresetText(StringRef name) {
  const auto *it = llvm::lower_bound(kNames, name);
  if (it == std::end(kNames) || *it != name)
    return StringRef();
  return kTexts[it - std::begin(kNames)];
}
