//===- Passes.td - Passes towards NVIDIA GPUs --------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_PASSES_TD
#define AMPDIALECT_CONVERSION_TONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def EmitContractionKernelsPass
    : Pass<"amp-emit-contraction-kernels", "::mlir::ModuleOp"> {
  let summary = "Writes a GPU kernel for each contraction and convolution";
  let description = [{
    In: functions with the unit attribute `amp.kernel`, statically shaped, with
    one contraction or convolution and elementwise ops around it. Out: beside
    each a `gpu.module` with one kernel in the llvm, nvvm, scf, arith and math
    dialects, whose `amp.launch` attribute says how to launch it and whose
    `amp.tensor_core` attribute says what the tensor cores do. Functions stay;
    those without such a root are left alone.

    Numerics: products of f16 and bf16 are exact and accumulate in f32, in an
    order that depends on the tile; elementwise ops compute as their bodies say.
    An accumulator that the source declares in f16 is widened to f32.
    `cf.assert` in bodies is dropped.

    Fails on an unknown chip, a bad `amp.gemm_config`, a dynamic shape, and on ops
    that cannot be part of such a kernel.
  }];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "Chip to write for: sm_80, sm_86, sm_89, sm_90 or sm_90a">,
    Option<"table", "table", "std::string", /*default=*/"\"\"",
           "File of measured configurations; empty for the compiler's own">
  ];
}

def TensorCoreAuditPass : Pass<"amp-tensor-core-audit", "::mlir::ModuleOp"> {
  let summary = "Prints what the tensor cores do in each kernel";
  let description = [{
    In: kernels with `amp.tensor_core`, as gpu.modules or as gpu.binary ops.
    Prints to standard error, for each: the source op, its location, the
    instruction, the tile, the bytes that one copy of each operand moves, why it
    was cut up so, and what padding would make it faster; contractions without a
    kernel; the share of all multiply-adds that tensor cores do. Changes nothing.
  }];
}

def ExpandActivationsPass
    : Pass<"amp-expand-activations", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Writes parts of activations in few instructions";
  let description = [{
    In: `gpu.module`s. Out, of scalars of f32: `math.tanh`, a `tanh` or `erf` plus
    1, and 1 over an `exp` plus 1 are a few instructions without a branch,
    approximate ones among them. A sum whose parts have another use stays as it
    is, and so do other types. Part of `amp-lower-gpu-kernels`. Never fails.

    Numerics: sums and reciprocals are NOT ROUNDED STEP BY STEP; errors are in
    docs/gpu.md. Sums near 0 keep digits that they lose as written.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def ExpandConstantDivisionsPass
    : Pass<"amp-expand-constant-divisions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Writes divisions by constants as products";
  let description = [{
    In: `gpu.module`s. Out: each `arith.divf` of a scalar of f32 by a constant
    between 2^-64 and 2^65 is a product and a fused multiply-add with the two
    parts of its reciprocal; by a power of 2, one product. Part of
    `amp-lower-gpu-kernels`. Never fails.

    Numerics: quotients are within 0.500001 units in the last place, those below
    2^-100 within 1.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def ExpandFloat8Pass : Pass<"amp-expand-float8", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Writes casts of 8-bit floats as arithmetic on their bits";
  let description = [{
    In: `gpu.module`s with `arith.extf` from and `arith.truncf` to f8E4M3FN and
    f8E5M2. Out: the same values by integer and f32 arithmetic. `truncf` rounds to
    the nearest, ties to even; what is too large becomes infinity in f8E5M2 and
    NaN in f8E4M3FN, which has none. Part of `amp-lower-gpu-kernels`.

    Fails on other arithmetic on floats of less than 16 bits.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandRemaindersPass
    : Pass<"amp-expand-remainders", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Writes remainders of floats as calls of libdevice";
  let description = [{
    In: `gpu.module`s. Out: each `arith.remf` of a scalar of f16, bf16, f32 or f64
    is a call of `__nv_fmodf` or `__nv_fmod`, with casts around it where the type
    is narrower than f32. Part of `amp-lower-gpu-kernels`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def RoundIntegersPass
    : Pass<"amp-round-integers", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Rounds integers once on their way to bf16";
  let description = [{
    In: `gpu.module`s. Out: `arith.sitofp` and `uitofp` of more than 24 bits to
    bf16 go by way of f32, as chips below sm_90 do, from an integer whose digits
    beyond those of f32 were rounded to odd: the result is the integer, ROUNDED
    ONCE to nearest even. Part of `amp-lower-gpu-kernels`. Never fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerGPUKernelsPass : Pass<"amp-lower-gpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Lowers the bodies of gpu.modules to the LLVM and NVVM dialects";
  let description = [{
    In: `gpu.module`s in the dialects that `amp-emit-contraction-kernels` writes.
    Out: the same with llvm and nvvm ops only; math functions become calls of
    libdevice. Everything outside stays. Numerics do not change, except that
    libdevice's functions are accurate to a few units in the last place.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def SerializeGPUKernelsPass
    : Pass<"amp-serialize-gpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Lowers gpu.modules and turns them into gpu.binary ops";
  let description = [{
    In: as for `amp-lower-gpu-kernels`, which it includes. Out: each `gpu.module`
    replaced by a `gpu.binary` that holds PTX (`format=isa`), a cubin (`bin`) or
    both (`fatbin`). Kernel attributes (`amp.launch`) are kept on the
    `gpu.binary`. Needs ptxas for `bin` and `fatbin`: PATH, then CUDA_HOME, then
    /usr/local/cuda; libdevice from the same toolkit where math functions are
    called. Fails where they are missing, naming them.
  }];
  let dependentDialects = ["::mlir::amp::AmpDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"",
           "Chip to write for: sm_80, sm_86, sm_89, sm_90 or sm_90a">,
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "What the binary holds: isa (PTX), bin (cubin) or fatbin">,
    Option<"dump", "dump", "std::string", /*default=*/"\"\"",
           "Folder to also write each PTX text to, as MODULE.ptx; empty for none">
  ];
}

#endif // AMPDIALECT_CONVERSION_TONVVM_PASSES_TD
