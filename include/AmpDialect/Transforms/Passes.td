//===- Passes.td - Passes that change precision ------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_PASSES_TD
#define AMPDIALECT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AutocastPass : Pass<"amp-autocast", "::mlir::ModuleOp"> {
  let summary = "Converts a module to mixed precision";
  let description = [{
    In: a module whose float values are f32 (others pass through). Out: the same
    module with contractions and convolutions reading the low type and
    accumulating in f32, every other value stored where it costs the fewest
    bytes among the choices that numerics allow.

    Untouched: integers, indices, f64, existing f16/bf16 code, quantised, complex
    and sparse types, casts that the user wrote, public signatures (unless
    `signature=convert`), and the whole module if no op is ALWAYS.

    Numerics: values that turn low are rounded to nearest even once where they
    are stored; bodies compute in f32 (`compute=f32`) and reductions accumulate
    in f32. Constants that would overflow or vanish keep their user high.

    Fails on an unknown type name, a policy or plan that cannot be read, an op
    without the interface under `unlisted=error`.
  }];
  let dependentDialects = [
    "::mlir::amp::AmpDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"type", "type", "std::string", /*default=*/"\"f16\"",
           "Target type: f16 or bf16; a leading bare word means this option">,
    Option<"assign", "assign", "::mlir::amp::AssignKind",
           /*default=*/"::mlir::amp::AssignKind::Optimal",
           "How precisions are chosen",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::AssignKind::Optimal, "optimal", "minimum cut: fewest bytes under all constraints"),
             clEnumValN(::mlir::amp::AssignKind::Greedy, "greedy", "forward sweep, op by op"),
             clEnumValN(::mlir::amp::AssignKind::Fixpoint, "fixpoint", "low unless a constraint forbids it"))}]>,
    Option<"compute", "compute", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of arithmetic inside bodies of FOLLOW ops",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "extend what is read, round what is written"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "compute in the type that is stored"))}]>,
    Option<"accumulate", "accumulate", "::mlir::amp::ComputeKind",
           /*default=*/"::mlir::amp::ComputeKind::High",
           "Type of running values of contractions and reductions",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ComputeKind::High, "f32", "f32"),
             clEnumValN(::mlir::amp::ComputeKind::Low, "low", "the target type; loses accuracy"))}]>,
    Option<"unlisted", "unlisted", "::mlir::amp::UnlistedKind",
           /*default=*/"::mlir::amp::UnlistedKind::Warn",
           "What to do about an op without the interface, once per op name",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::UnlistedKind::Warn, "warn", "keep its types and warn"),
             clEnumValN(::mlir::amp::UnlistedKind::Error, "error", "fail"),
             clEnumValN(::mlir::amp::UnlistedKind::Ignore, "ignore", "keep its types"))}]>,
    Option<"signature", "signature", "::mlir::amp::SignatureKind",
           /*default=*/"::mlir::amp::SignatureKind::Keep",
           "Types of arguments and results of public functions",
           [{::llvm::cl::values(
             clEnumValN(::mlir::amp::SignatureKind::Keep, "keep", "as they are"),
             clEnumValN(::mlir::amp::SignatureKind::Convert, "convert", "low where the function uses or makes them low"))}]>,
    Option<"foldWeights", "fold-weights", "bool", /*default=*/"true",
           "Turn constants used low into low data once">,
    Option<"report", "report", "std::string", /*default=*/"\"\"",
           "Write a report: a table to stdout for `-`, JSON for a file name">
  ];
}

def FoldCastsPass : Pass<"amp-fold-casts"> {
  let summary = "Removes precision casts, or moves them where they cost least";
  let description = [{
    In: any IR. Out: the same IR with fewer `arith.truncf` and `arith.extf`, on
    smaller values: casts of casts, casts through layout ops, casts of constants
    and fills, casts that a body can hold, and equal casts of one value.

    Untouched: everything else; and a cast that the user wrote (one without
    `fastmath<contract>`) unless the value is the same without it. It may move
    through a layout op.

    Numerics: an extension of ours undoes a truncation of ours, so a value that
    was rounded to the low type and back is no longer rounded. Constants are
    rounded to nearest even where a cast of ours did that at run time. All else
    is exact.

    Does not fail on IR that verifies.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"foldWeights", "fold-weights", "bool", /*default=*/"true",
           "Round constants that casts of ours narrow, also where inexact">
  ];
}

#endif // AMPDIALECT_TRANSFORMS_PASSES_TD
