//===- AmpOps.td - Ops of the amp dialect ------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPOPS_TD
#define AMPDIALECT_IR_AMPOPS_TD

include "AmpDialect/IR/AmpAttributes.td"
include "AmpDialect/IR/AmpBase.td"

#endif // AMPDIALECT_IR_AMPOPS_TD
