//===- Fiber.cpp - A stack of its own, left and entered -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "llvm/Support/Compiler.h"

#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_start_switch_fiber(void **, const void *, size_t) {}
static void __sanitizer_finish_switch_fiber(void *, const void **, size_t *) {}
#endif

using namespace boost::context::detail;

namespace amp_emulate {

void Fiber::start(char *stack, size_t bytes, void (*body)()) {
  this->stack = stack;
  this->bytes = bytes;
  this->body = body;
  // Stacks grow down.
  inside = make_fcontext(stack + bytes, bytes, enter);
}

void Fiber::resume() {
  void *fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, stack, bytes);
  inside = jump_fcontext(inside, this).fctx;
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
}

void Fiber::pause() {
  void *fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, outsideStack, outsideBytes);
  outside = jump_fcontext(outside, nullptr).fctx;
  __sanitizer_finish_switch_fiber(fake, &outsideStack, &outsideBytes);
}

void Fiber::enter(transfer_t from) {
  auto *fiber = static_cast<Fiber *>(from.data);
  fiber->outside = from.fctx;
  __sanitizer_finish_switch_fiber(nullptr, &fiber->outsideStack,
                                  &fiber->outsideBytes);
  fiber->body();
}

} // namespace amp_emulate
