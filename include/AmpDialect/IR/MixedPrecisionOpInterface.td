//===- MixedPrecisionOpInterface.td ------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place a precision category comes from.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_TD
#define AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_TD

include "mlir/IR/Interfaces.td"

def MixedPrecisionOpInterface : OpInterface<"MixedPrecisionOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op instance declares how it feels about low precision: its category
    (ALWAYS gains from low precision, FOLLOW takes what its neighbours make
    cheapest, NEVER needs the type it had), which operands take part, in which
    type it accumulates, which result types are allowed, which operands and
    results must share a type, whether casts can live inside it, and how to
    rebuild it for a precision signature.

    Every answer may depend on the instance (shapes, attributes, body). Every
    method has a default, and defaults are safe: an op that implements none is
    NEVER and keeps its types. Most ops implement `getPrecisionCategory` alone.
  }];
  let methods = [
    InterfaceMethod<[{
      The category of this instance. Unknown: NEVER.
    }], "::mlir::amp::Category", "getPrecisionCategory", (ins), "",
    [{ return ::mlir::amp::Category::Never; }]>,

    InterfaceMethod<[{
      The category that holds for operand `index`; differs from the op's where
      one operand is more delicate than the rest (statistics of a norm).
    }], "::mlir::amp::Category", "getOperandPrecisionCategory",
    (ins "unsigned":$index), "",
    [{ return ::llvm::cast<::mlir::amp::MixedPrecisionOpInterface>($_op.getOperation()).getPrecisionCategory(); }]>,

    InterfaceMethod<[{
      The category that holds for result `index`.
    }], "::mlir::amp::Category", "getResultPrecisionCategory",
    (ins "unsigned":$index), "",
    [{ return ::llvm::cast<::mlir::amp::MixedPrecisionOpInterface>($_op.getOperation()).getPrecisionCategory(); }]>,

    InterfaceMethod<[{
      Whether operand `index` takes part; asked only of tensors and vectors of
      the source type. Indices, shapes, integers and predicates never do.
    }], "bool", "participatesInPrecision", (ins "unsigned":$index), "",
    [{ return true; }]>,

    InterfaceMethod<[{
      The type of the running value of a reduction or product when the inputs
      are `low`. Default: f32.
    }], "::mlir::FloatType", "getAccumulationType",
    (ins "::mlir::FloatType":$low), "",
    [{ return ::mlir::Float32Type::get($_op->getContext()); }]>,

    InterfaceMethod<[{
      The element types at which result `index` may be written when the target
      type is `low` and the op came in `high`. Default by category: ALWAYS the
      accumulation type, FOLLOW both, NEVER `high`.
    }], "void", "getAllowedResultTypes",
    (ins "unsigned":$index, "::mlir::FloatType":$low, "::mlir::FloatType":$high,
         "::llvm::SmallVectorImpl<::mlir::Type> &":$types), "",
    [{ ::mlir::amp::detail::getDefaultAllowedResultTypes($_op, index, low, high, types); }]>,

    InterfaceMethod<[{
      Values into which operands flow unchanged, beyond what the upstream
      branch, region-branch and call interfaces already say. Default: none.
    }], "void", "getPrecisionTies",
    (ins "::llvm::SmallVectorImpl<::mlir::amp::PrecisionTie> &":$ties), "",
    [{ return; }]>,

    InterfaceMethod<[{
      Whether the op can read operand `index` in either type and extend inside,
      at no extra pass over memory. Default: no.
    }], "bool", "absorbsOperandCast", (ins "unsigned":$index), "",
    [{ return false; }]>,

    InterfaceMethod<[{
      Whether the op can write result `index` in either type at no extra pass.
      Default: no.
    }], "bool", "absorbsResultCast", (ins "unsigned":$index), "",
    [{ return false; }]>,

    InterfaceMethod<[{
      What the arithmetic does to numbers. Default: nothing special.
    }], "::mlir::amp::NumericTraits", "getNumericTraits", (ins), "",
    [{ return ::mlir::amp::NumericTraits::None; }]>,

    InterfaceMethod<[{
      Fills in everything above in one call, for values of type `high`. The
      default asks the methods above; ops whose answers share work (bodies)
      override this one.
    }], "void", "getPrecisionInfo",
    (ins "::mlir::FloatType":$high, "::mlir::amp::OpPrecisionInfo &":$info), "",
    [{ ::mlir::amp::detail::getDefaultPrecisionInfo($_op, high, info); }]>,

    InterfaceMethod<[{
      What `getPrecisionInfo` depends on, for all ops of this name. Those that
      are equal there answer alike: one of many is asked. Default: on anything.
    }], "::mlir::amp::InfoDependence", "getInfoDependence", (ins), "", [{
      return ::mlir::amp::InfoDependence::Structure;
    }]>,

    InterfaceMethod<[{
      Rewrites the op to `signature` and returns the op that now defines the
      results: the same op changed in place, or a new one (then the old is
      replaced and erased through `rewriter`). Default: sets operands and
      result types in place. Ops whose attributes or regions carry the type
      override it. Fails with a diagnostic if the signature cannot be built.
    }], "::llvm::FailureOr<::mlir::Operation *>", "rebuildWithPrecision",
    (ins "::mlir::RewriterBase &":$rewriter,
         "const ::mlir::amp::PrecisionSignature &":$signature), "",
    [{ return ::mlir::amp::detail::rebuildInPlace($_op, rewriter, signature); }]>,
  ];
}

#endif // AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_TD
