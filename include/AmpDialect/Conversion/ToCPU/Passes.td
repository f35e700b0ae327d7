//===- Passes.td - Lowering to the CPU ---------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TOCPU_PASSES_TD
#define AMPDIALECT_CONVERSION_TOCPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CPUKernelsPass : Pass<"amp-cpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Turns linalg ops and copies on memrefs into parallel kernels";
  let description = [{
    In: linalg.generic ops and copies on memrefs. Out: loops, in functions that
    the runtime calls from several threads.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def CPUEntryPass : Pass<"amp-cpu-entry", "::mlir::ModuleOp"> {
  let summary = "Adds the entry point that a compiled model's runtime calls";
  let description = [{
    In: a module on memrefs whose public function `entry` has statically shaped
    memrefs with identity layout as arguments and results. Out: the same, with
    `amp_model_entry(state, inputs, outputs) -> i32`, which takes arrays of data
    pointers, calls the function, copies its results out and frees them. The
    function itself becomes private.

    Fails if there is no such function or an argument has another type.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"\"main\"",
           "Function that the model consists of">
  ];
}

#endif // AMPDIALECT_CONVERSION_TOCPU_PASSES_TD
