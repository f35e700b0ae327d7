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

#endif // AMPDIALECT_IR_AMPATTRIBUTES_TD
