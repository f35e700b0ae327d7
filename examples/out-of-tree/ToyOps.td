//===- ToyOps.td - Two ops that say what precision they need -*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOY_OPS_TD
#define TOY_OPS_TD

include "AmpDialect/IR/MixedPrecisionOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let summary = "Layers of a toy compiler";
}

class Toy_Op<string name, list<string> methods>
    : Op<Toy_Dialect, name,
         [Pure, DeclareOpInterfaceMethods<MixedPrecisionOpInterface, methods>]> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// Gains from low precision; the running value, and so the result, is f32.
def Toy_DenseOp : Toy_Op<"dense", ["getPrecisionCategory", "getPrecisionInfo"]> {
  let summary = "input * weight";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight);
  let results = (outs AnyRankedTensor:$result);
}

// Fine in either type, and computes in f32 inside: casts cost it nothing.
def Toy_ReluOp : Toy_Op<"relu", ["getPrecisionCategory", "absorbsOperandCast",
                                 "absorbsResultCast"]> {
  let summary = "max(input, 0)";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}

// Says NEVER: every argument and result keeps its type.
def Toy_NormalizeOp : Toy_Op<"normalize", ["getPrecisionCategory"]> {
  let summary = "input divided by its norm";
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}

#endif // TOY_OPS_TD
