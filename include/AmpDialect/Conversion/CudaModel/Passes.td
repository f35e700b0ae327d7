//===- Passes.td - Passes towards NVVM ---------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_TD
#define AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormKernelsPass : Pass<"amp-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Splits a module on tensors into kernel functions and host code";
  let description = [{
    In: a module on tensors with static shapes (linalg, TOSA, arith, math,
    tensor, scf), as amp-autocast leaves it. Out: private functions with the
    unit attribute `amp.kernel`, each with one root (contraction, convolution,
    reduction, a softmax or norm, data movement, elementwise chain) and its fused
    neighbours, and host functions that call them. Equal kernels are one. The body
    of a kernel may be calls of others: equal ones side by side, or the three of
    an attention.

    Stays with the host: constants, tensor.empty, views (collapse, expand,
    static casts) and scf.for, scf.while, scf.if.

    Numerics: unchanged; fused ops round where they did before, but for long
    rows of attention (docs/gpu-models.md). Casts of
    amp-autocast that undo each other go where a kernel keeps a value to itself;
    what it stores rounded it reads rounded as well, as other kernels do.

    Fails on a dynamic shape, on recursion, on calls that inlining would make
    more than a million ops of and on an op that no kernel can hold, named with
    its location.
  }];
  let options = [
    Option<"prepare", "prepare", "bool", /*default=*/"true",
           "First inline, generalize and fuse as buildPrepareForKernels does">,
    Option<"layout", "layout", "::mlir::amp::ConvLayout",
           /*default=*/"::mlir::amp::ConvLayout::Auto",
           "Where convolutions have their channels", [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ConvLayout::Keep, "keep",
                        "as the module has them"),
             clEnumValN(::mlir::amp::ConvLayout::Auto, "auto",
                        "last where that moves fewer bytes"),
             clEnumValN(::mlir::amp::ConvLayout::Last, "last",
                        "last wherever a convolution gains"))}]>,
    Option<"fuseAttention", "fuse-attention", "bool", /*default=*/"true",
           "One kernel for two products and the rows between them">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvLayoutPass : Pass<"amp-gpu-conv-layout", "::mlir::ModuleOp"> {
  let summary = "Puts the channels of convolutions last where that pays";
  let description = [{
    In: convolutions, named or generic, amid linalg.generic and tensor ops of
    static shape. Out: those that gather single elements of their image (NCHW
    with a window) become linalg.generic over an image and a filter with input
    channels last, and what lies between them follows: elementwise ops,
    poolings, pads, slices, concatenations. Where layouts meet stands a
    linalg.generic that transposes; constants are transposed here.

    Which tensors change is the least sum, by a minimum cut, of bytes: a
    transpose reads and writes its tensor, a multiply-add of a convolution
    that gathers costs 4/82 of a byte, one that copies short runs 0.6/82. A
    convolution with channels in no multiple of 16 bytes and an op with an
    `amp.gemm_config` gain nothing; reductions over 1024 and more trailing
    elements, reshapes and all ops of other kinds stay as they are.

    Numerics: sums run in another order.
  }];
  let options = [
    Option<"mode", "mode", "::mlir::amp::ConvLayout",
           /*default=*/"::mlir::amp::ConvLayout::Auto",
           "Where convolutions have their channels", [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ConvLayout::Keep, "keep",
                        "as the module has them"),
             clEnumValN(::mlir::amp::ConvLayout::Auto, "auto",
                        "last where that moves fewer bytes"),
             clEnumValN(::mlir::amp::ConvLayout::Last, "last",
                        "last wherever a convolution gains"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ToNVVMPass : Pass<"amp-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Lowers a mixed module to CUDA kernels and LLVM host code";
  let description = [{
    In: a module as for amp-form-kernels. Out: the LLVM dialect: a `gpu.binary`
    with one object per chip and `i32 @amp_model_entry(ptr, ptr, ptr)`, which
    runs the model on the runtime of docs/gpu-models.md. A leading bare word is
    the chip; several are separated by commas.

    Numerics: as amp-form-kernels; sums are taken in another order than the
    loops', contractions accumulate in the type of their init. A `cf.assert`
    inside of a kernel is dropped.

    Fails where amp-form-kernels does, on an unknown chip, and where ptxas (for
    bin and fatbin) is not found or fails.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "sm_80, sm_86, sm_89, sm_90, sm_90a; several separated by commas">,
    Option<"format", "format", "::mlir::amp::KernelFormat",
           /*default=*/"::mlir::amp::KernelFormat::Bin",
           "What the kernels become in the gpu.binary", [{::llvm::cl::values(
             clEnumValN(::mlir::amp::KernelFormat::Isa, "isa", "PTX"),
             clEnumValN(::mlir::amp::KernelFormat::Bin, "bin", "cubin"),
             clEnumValN(::mlir::amp::KernelFormat::Fatbin, "fatbin",
                        "cubin and PTX"),
             clEnumValN(::mlir::amp::KernelFormat::Llvm, "llvm",
                        "bitcode before PTX"))}]>,
    Option<"config", "config", "std::string", /*default=*/"\"\"",
           "Dictionary attribute that overrides the contractions' table">,
    Option<"table", "table", "std::string", /*default=*/"\"\"",
           "File of measured configurations; empty for the compiler's own">,
    Option<"layout", "layout", "::mlir::amp::ConvLayout",
           /*default=*/"::mlir::amp::ConvLayout::Auto",
           "Where convolutions have their channels", [{::llvm::cl::values(
             clEnumValN(::mlir::amp::ConvLayout::Keep, "keep",
                        "as the module has them"),
             clEnumValN(::mlir::amp::ConvLayout::Auto, "auto",
                        "last where that moves fewer bytes"),
             clEnumValN(::mlir::amp::ConvLayout::Last, "last",
                        "last wherever a convolution gains"))}]>,
    Option<"fuseAttention", "fuse-attention", "bool", /*default=*/"true",
           "One kernel for two products and the rows between them">,
    Option<"entry", "entry", "std::string", /*default=*/"\"main\"",
           "Function that becomes the model's entry">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_TD
