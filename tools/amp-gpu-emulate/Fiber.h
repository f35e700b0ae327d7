//===- Fiber.h - A stack of its own, left and entered -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_FIBER_H
#define AMP_TOOLS_GPU_EMULATE_FIBER_H

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace amp_emulate {

/// Runs a function on a stack of its own, in parts: by Boost.Context, whose
/// change of stacks takes no call of the system, as swapcontext's does.
class Fiber {
public:
  /// Whoever resumes it next calls `body` on the `bytes` from `stack`, which
  /// does not return. What ran there before is forgotten.
  void start(char *stack, size_t bytes, void (*body)());
  /// Goes on with it, from outside, until it pauses.
  void resume();
  /// Returns to who resumed it, from inside.
  void pause();

private:
  using Context = boost::context::detail::fcontext_t;

  static void enter(boost::context::detail::transfer_t from);

  Context inside = nullptr, outside = nullptr;
  void (*body)() = nullptr;
  char *stack = nullptr;
  size_t bytes = 0;
  /// What the address sanitizer is told at each change.
  const void *outsideStack = nullptr;
  size_t outsideBytes = 0;
};

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_FIBER_H
