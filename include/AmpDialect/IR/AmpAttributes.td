//===- AmpAttributes.td - Attributes of the amp dialect ----*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPATTRIBUTES_TD
#define AMPDIALECT_IR_AMPATTRIBUTES_TD

include "AmpDialect/IR/AmpBase.td"
include "AmpDialect/IR/AmpEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Amp_Attr<string name, string attrMnemonic> : AttrDef<Amp_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Amp_CategoryAttr : Amp_Attr<"Category", "category"> {
  let summary = "category of one op instance";
  let description = [{
    On an op as `amp.category`, it overrides every rule and what the op's
    interface declares: `#amp.category<always>` computes low,
    `#amp.category<never>` keeps the types the op has, `#amp.category<follow>`
    takes what its neighbours make cheapest.
  }];
  let parameters = (ins EnumParameter<Amp_Category>:$value);
  let assemblyFormat = "`<` $value `>`";
}

def Amp_PrecisionAttr : Amp_Attr<"Precision", "precision"> {
  let summary = "precision signature of one op instance";
  let description = [{
    The element types that an op reads, computes in, accumulates in and writes:
    `#amp.precision<(f16, f16) -> (f32), compute = f32, accumulate = f32>`.
    Operands and results that take no part are written as the type they have.
    Written by `amp-annotate`; on an op before the conversion, as
    `amp.precision`, it pins the op to this signature.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"Type", "element type each operand is read at">:$operands,
    OptionalArrayRefParameter<"Type", "element type each result is stored at">:$results,
    "Type":$compute, "Type":$accumulate);
  let assemblyFormat = [{
    `<` `(` (`)`) : ($operands^ `)`)? `->` `(` (`)`) : ($results^ `)`)? `,`
    `compute` `=` $compute `,` `accumulate` `=` $accumulate `>`
  }];
  let genVerifyDecl = 1;
}

def Amp_BoundAttr : Amp_Attr<"Bound", "bound"> {
  let summary = "a condition on the shape of one operand or result";
  let description = [{
    Used by `amp.rule`. One of

    ```mlir
    #amp.bound<operand(1) dim(0) below(64)>
    #amp.bound<result(0) rank at_least(3) below(5)>
    #amp.bound<operand(0) size at_least(4096)>
    #amp.bound<operand(1) shape(3x3x?x?)>
    ```

    `size` counts elements; `?` in a shape stands for any extent. A value that
    does not exist, has no shape, or whose extent is dynamic meets no bound.
  }];
  let parameters = (ins
    EnumParameter<Amp_ValueSide>:$side, "int64_t":$index,
    EnumParameter<Amp_Measure>:$measure,
    "int64_t":$dim, "int64_t":$atLeast, "int64_t":$below,
    OptionalArrayRefParameter<"int64_t">:$shape);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The values of `atLeast` and `below` that exclude nothing.
    static constexpr int64_t kNoMinimum = 0;
    static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

    /// Parses what follows the side's keyword: `(1) dim(0) below(64)`.
    static FailureOr<BoundAttr> parseFrom(AsmParser &parser, ValueSide side,
                                          SMLoc loc, int64_t index);
    /// Prints the form without `#amp.bound<>`.
    void printBare(AsmPrinter &printer) const;
    /// Whether the value it names meets the condition.
    bool isMetBy(Operation *op) const;
  }];
}

def Amp_RuleTraitAttr : EnumAttr<Amp_Dialect, Amp_RuleTrait, "rule_trait"> {
  let summary = "what an op does to numbers, as a rule names it";
  let assemblyFormat = "`<` $value `>`";
}

#endif // AMPDIALECT_IR_AMPATTRIBUTES_TD
