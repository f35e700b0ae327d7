//===- FloatRangeOpInterface.td ----------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transfer functions of the range analysis.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_FLOATRANGEOPINTERFACE_TD
#define AMPDIALECT_IR_FLOATRANGEOPINTERFACE_TD

include "mlir/IR/Interfaces.td"

def FloatRangeOpInterface : OpInterface<"FloatRangeOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op tells which values its results take, given the values its operands
    take. Control flow (branches, regions, calls) needs no model: the upstream
    interfaces say enough. An op without this interface may give anything.
  }];
  let methods = [
    InterfaceMethod<[{
      Calls `setResult` for each result about which something is known. Must be
      monotone: wider operands never give a narrower result. Results that are
      not set may be anything; an uninitialized range says that a captured value
      is not known yet. Operands are initialized.
    }], "void", "inferFloatRanges",
    (ins "const ::mlir::amp::FloatRangeOperands &":$operands,
         "::mlir::amp::SetFloatRangeFn":$setResult), "", [{ }]>,

    InterfaceMethod<[{
      How each element of result `index` comes from elements of one operand, if
      it is a copy, a maximum or a sum of them. Default: nothing known.
    }], "::std::optional<::mlir::amp::ElementRelation>", "getElementRelation",
    (ins "unsigned":$index), "", [{ return std::nullopt; }]>,

    InterfaceMethod<[{
      The operand of that relation, without its map: asked first, since most
      comparisons end in nothing. Default: asks for the relation.
    }], "::std::optional<unsigned>", "getElementSource", (ins "unsigned":$index),
    "", [{
      ::std::optional<::mlir::amp::ElementRelation> relation =
          ::llvm::cast<::mlir::amp::FloatRangeOpInterface>($_op.getOperation())
              .getElementRelation(index);
      if (!relation)
        return std::nullopt;
      return relation->operand;
    }]>,

    InterfaceMethod<[{
      Whether `inferFloatRanges` accounts for the ops in this op's regions, so
      that the analysis must not enter them. Default: no.
    }], "bool", "evaluatesOwnRegions", (ins), "", [{ return false; }]>,

    InterfaceMethod<[{
      What `inferFloatRanges` depends on, for all ops of this name. Those that
      are equal there and whose operands have equal ranges answer alike: one of
      many is asked. Default: on anything.
    }], "::mlir::amp::RangeDependence", "getRangeDependence", (ins), "", [{
      return ::mlir::amp::RangeDependence::Structure;
    }]>,
  ];
}

#endif // AMPDIALECT_IR_FLOATRANGEOPINTERFACE_TD
