//===- AccumulationOpInterface.td --------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of running values, asked at every stage of a lowering.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_TD
#define AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_TD

include "mlir/IR/Interfaces.td"

def AccumulationOpInterface : OpInterface<"AccumulationOpInterface"> {
  let cppNamespace = "::mlir::amp";
  let description = [{
    An op that adds up (a contraction, a sum, a matrix-multiply instruction)
    says of which types its inputs and its running values are. Maxima, minima
    and other exact reductions are not listed.
  }];
  let methods = [
    InterfaceMethod<[{
      Appends one entry per running value of this instance; none if it does not
      accumulate floats.
    }], "void", "getAccumulations",
    (ins "::llvm::SmallVectorImpl<::mlir::amp::Accumulation> &":$accumulations)>,
  ];
}

#endif // AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_TD
