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

def Amp_ValueSide : I32Enum<"ValueSide", "an operand or a result of an op", [
      I32EnumCase<"Operand", 0, "operand">,
      I32EnumCase<"Result", 1, "result">
    ]> {
  let cppNamespace = "::mlir::amp";
}

def Amp_Measure : I32Enum<"Measure", "what a rule bounds about a shaped value", [
      I32EnumCase<"Dim", 0, "dim">,
      I32EnumCase<"Rank", 1, "rank">,
      I32EnumCase<"Size", 2, "size">,
      I32EnumCase<"Shape", 3, "shape">
    ]> {
  let cppNamespace = "::mlir::amp";
}

// The names by which rules ask for a bit of NumericTraits (PrecisionInfo.h).
def Amp_RuleTrait : I32Enum<"RuleTrait", "what an op does to numbers", [
      I32EnumCase<"Sum", 0, "sum">,
      I32EnumCase<"Order", 1, "order">,
      I32EnumCase<"Square", 2, "square">,
      I32EnumCase<"Exponential", 3, "exponential">,
      I32EnumCase<"Movement", 4, "movement">,
      I32EnumCase<"Contraction", 5, "contraction">,
      I32EnumCase<"Product", 6, "product">,
      I32EnumCase<"AbsoluteError", 7, "absolute_error">,
      I32EnumCase<"Scale", 8, "scale">,
      I32EnumCase<"Logarithm", 9, "logarithm">,
      I32EnumCase<"Difference", 10, "difference">
    ]> {
  let cppNamespace = "::mlir::amp";
}

#endif // AMPDIALECT_IR_AMPENUMS_TD
