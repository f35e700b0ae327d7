//===- BareWord.h - A leading option without its name -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_BAREWORD_H
#define AMPDIALECT_TRANSFORMS_BAREWORD_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir::amp {

/// `f16 assign=greedy` becomes `type=f16 assign=greedy` for `name` = `type`;
/// options that start with `key=` stay as they are.
inline std::string nameBareWord(llvm::StringRef options, llvm::StringRef name) {
  llvm::StringRef trimmed = options.ltrim();
  llvm::StringRef word = trimmed.take_until(
      [](char c) { return c == ' ' || c == '=' || c == '\t'; });
  bool bare =
      !word.empty() && !trimmed.drop_front(word.size()).starts_with("=");
  return bare ? (name + "=" + trimmed).str() : options.str();
}

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_BAREWORD_H
