//===- Passes.td - Passes towards NVVM ---------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_PASSES_TD
#define AMPDIALECT_CONVERSION_TONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormKernelsPass : Pass<"amp-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Splits a module on tensors into kernel functions and host code";
  let description = [{
    In: a module on tensors with static shapes (linalg, TOSA, arith, math,
    tensor, scf), as amp-autocast leaves it. Out: private functions with the
    unit attribute `amp.kernel`, each with one root (contraction, convolution,
    reduction, a softmax or norm, data movement, elementwise chain) and its fused
    neighbours, and host functions that call them. Equal kernels are one.

    Stays with the host: constants, tensor.empty, views (collapse, expand,
    static casts) and scf.for, scf.while, scf.if.

    Numerics: unchanged; fused ops round where they did before.

    Fails on a dynamic shape, on recursion and on an op that no kernel can hold,
    named with its location.
  }];
  let options = [
    Option<"prepare", "prepare", "bool", /*default=*/"true",
           "First inline, generalize and fuse as buildPrepareForKernels does">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}


#endif // AMPDIALECT_CONVERSION_TONVVM_PASSES_TD
