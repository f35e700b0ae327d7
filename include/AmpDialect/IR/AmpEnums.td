//===- AmpEnums.td - Closed sets of the amp dialect --------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPENUMS_TD
#define AMPDIALECT_IR_AMPENUMS_TD

include "mlir/IR/EnumAttr.td"

def Amp_Category : I32Enum<"Category",
    "what an op instance declares about low precision", [
      I32EnumCase<"Never", 0, "never">,
      I32EnumCase<"Follow", 1, "follow">,
      I32EnumCase<"Always", 2, "always">
    ]> {
  let cppNamespace = "::mlir::amp";
}

#endif // AMPDIALECT_IR_AMPENUMS_TD
