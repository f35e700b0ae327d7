//===- AmpBase.td - The amp dialect ------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPBASE_TD
#define AMPDIALECT_IR_AMPBASE_TD

include "mlir/IR/OpBase.td"

def Amp_Dialect : Dialect {
  let name = "amp";
  let cppNamespace = "::mlir::amp";
  let summary = "Automatic mixed precision";
  let description = [{
    Attributes and ops that say, or record, at which floating-point precision
    each op of a module computes and each value is stored. The dialect carries
    decisions; computing ops stay in their own dialects.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let usePropertiesForAttributes = 1;
}

#endif // AMPDIALECT_IR_AMPBASE_TD
