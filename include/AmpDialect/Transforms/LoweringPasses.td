//===- LoweringPasses.td - What both targets run -----------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_LOWERINGPASSES_TD
#define AMPDIALECT_TRANSFORMS_LOWERINGPASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandTensorOpsPass : Pass<"amp-expand-tensor-ops"> {
  let summary = "Makes loops and views of ops on tensors that upstream does not lower";
  let description = [{
    In: any module. Out: `tensor.gather` is a `linalg.generic` that reads by
    index, in any element type; `tensor.scatter` is `scf.for` over the places,
    in order, that inserts a slice at each; `tensor.reshape` between static
    shapes, or cast to one, is `tensor.collapse_shape` and `expand_shape`, any
    other takes its shape in `index`; `tensor.bitcast` is an elementwise
    `linalg.generic`; `ub.poison` of a tensor, which lift-cf-to-scf leaves, is
    `tensor.empty`, as is `bufferization.alloc_tensor` without a memory space,
    or what it copies, and `bufferization.materialize_in_destination` of a
    tensor what it puts there; a `tensor.pad` that `tensor.insert_slice` inserts
    with strides is a fill and an insertion, as upstream folds it to a wrong
    place; what a `tensor.pad` is filled with is made before it; a
    `vector.contract` reads extensions of what is narrower than its sums, and is
    a product of tensors where it has 32768 multiply-adds or more; `math.clampf`
    and `math.isnormal` are comparisons; `linalg.winograd_*_transform` is loops
    over small products; a slice that leaves dimensions out and has an extent
    that is a constant of one, read or written, is a slice that leaves none out,
    and a reshape, as upstream mistakes which; a loop of a `linalg.generic` that
    its maps divide (`h floordiv 4`) is two loops where the divisor has a factor
    of its extent. Both targets run it for what upstream does not lower. Other
    ops stay. Numerics: none change. Never fails.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def EraseUnreachableBlocksPass : Pass<"amp-erase-unreachable-blocks"> {
  let summary = "Erases blocks that nothing branches to";
  let description = [{
    In: any op. Out: the same without the blocks of its regions that control
    never reaches, which upstream's lift-cf-to-scf refuses. Both targets begin so.
    Numerics: none change. Never fails.
  }];
}

def ExpandSwitchesPass : Pass<"amp-expand-switches"> {
  let summary = "Turns choices among several into choices between two";
  let description = [{
    In: any op. Out: each `scf.index_switch` as an `scf.if` for each case, one
    within the other. Upstream's bufferization writes over what a case of the
    former yields. Both targets begin so, behind lift-cf-to-scf, which makes
    them. Numerics: none change. Never fails.
  }];
  let dependentDialects = ["arith::ArithDialect", "scf::SCFDialect"];
}

def CheckDensePass : Pass<"amp-check-dense"> {
  let summary = "Refuses tensors whose encoding says where their elements lie";
  let description = [{
    In: any op. Out: the same. Both targets begin so: they lay out tensors row by
    row, whatever an encoding (`#sparse_tensor.encoding`, any other) says. Fails
    on a value of such a type, and on one with more bytes than 64 bits count.
  }];
}

def DropDebugScopesPass : Pass<"amp-drop-debug-scopes"> {
  let summary = "Drops the scopes of debug information from locations";
  let description = [{
    In: any op. Out: the same, where no location is in a scope of LLVM's debug
    information (`fused<#llvm.di_subprogram...>`); files, lines and names stay.
    Both targets do so: they make functions of parts of others, and a scope belongs to
    one function.
  }];
}

def NearestRoundingPass : Pass<"amp-nearest-rounding"> {
  let summary = "Refuses roundings other than to nearest even";
  let description = [{
    In: any op. Out: the same, where ops that round to nearest even do not say so
    (`to_nearest_even`): it is what targets do. Both begin so.
    Numerics: none change. Fails on an op that asks for another rounding mode.
  }];
}

def DefineDivisionsPass : Pass<"amp-define-divisions"> {
  let summary = "Gives divisions by zero and shifts by too much a value";
  let description = [{
    In: any op, with divisions and shifts of integers and indices (arith, index)
    of numbers or vectors. Out: ones that are defined for all operands; a divisor
    that is a constant other than 0 and -1, and a shift by a constant below the
    width, stay as they are. Both targets do so.

    Numerics: as in XLA. A quotient by zero has all bits set (-1), a remainder by
    zero is what was divided; the smallest number by -1 is itself, the remainder
    0. A shift by the width or more, or by a negative number, leaves 0, an
    arithmetic one to the right the sign. Never fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def BF16AsIntegersPass : Pass<"amp-bf16-as-integers", "::mlir::ModuleOp"> {
  let summary = "Has bf16 be 16 bits for LLVM";
  let description = [{
    In: a module in the LLVM dialect without arithmetic or casts of bf16, as
    `arith-emulate-unsupported-floats` and amp-expand-bf16-casts leave it. Out: its
    functions and globals with `i16`, of the same bits, in place of `bf16`.
    Kernels in modules of their own stay. Both targets do so for processors
    without AVX512-BF16, where LLVM calls `__truncsfbf2` for a bf16 that lives
    from one block to the next; libgcc has that from GCC 13 on. Numerics: none
    change. Never fails.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ExpandBF16CastsPass : Pass<"amp-expand-bf16-casts"> {
  let summary = "Casts bf16 by integer operations";
  let description = [{
    In: any op. Out: `arith.extf` and `arith.truncf` of bf16, from and to f32 and
    f64, are operations on bits, by upstream's patterns and one of ours; unlike
    `arith-expand`, which has some of them, it leaves all other ops. Both targets
    do so where LLVM would call libgcc. Numerics: to nearest even. Never fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def WidenFmaPass : Pass<"amp-widen-fma"> {
  let summary = "Computes math.fma of narrow floats in f32";
  let description = [{
    In: any op. Out: each `math.fma` in one of `types` is one of f32 between casts,
    rounded once. Upstream's `arith-emulate-unsupported-floats` and
    `math-extend-to-supported-types` do so with all ops but this one; where they
    run for a type, both targets run it. Fails on a type that is no float's.
  }];
  let options = [
    ListOption<"types", "types", "std::string",
               "Types to compute in f32, named as in MLIR">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ExpandIntegerPowersPass : Pass<"amp-expand-integer-powers"> {
  let summary = "Writes powers of integers as loops";
  let description = [{
    In: any op. Out: each `math.ipowi` of scalars is a loop over the bits of its
    exponent. Both targets do so. Vectors stay.

    Numerics: powers with a negative exponent are cut to whole numbers, as
    upstream's are: 1 or -1 for such bases, else 0, of zero too. Never fails.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ExpandResizePass : Pass<"amp-expand-resize"> {
  let summary = "Resizes integers from before the first element as TOSA does";
  let description = [{
    In: any op. Out: a bilinear `tosa.resize` of integers with a negative offset
    reads an input whose first row or column is there twice, by an offset that is
    not negative: upstream's lowering rounds places before the first element
    towards zero. Both targets do so. Sizes and results are TOSA's.
  }];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

def FoldGlobalsPass : Pass<"amp-fold-globals", "::mlir::ModuleOp"> {
  let summary = "Makes constants of globals that no function writes";
  let description = [{
    In: a module with `ml_program.global`s, upstream's form of `tosa.variable`s
    too. Out: those that functions only read are constants where they are read;
    what a block stores and reads behind that is known, and what nobody reads is
    not stored. Both targets begin so.

    Numerics: none change. Fails on a global that is written and read, which
    would hand something to the next run, on one whose value is elsewhere
    (`#ml_program.extern`), and on one that holds no number or tensor of numbers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::ml_program::MLProgramDialect"];
}

def FoldSizesPass : Pass<"amp-fold-sizes"> {
  let summary = "Computes sizes that tensors of integers hold element by element";
  let description = [{
    In: any op. Out: a `tensor.extract` of up to 64 integers or indices that an
    elementwise linalg op computes, or that a slice, concatenation or reshape
    moves, is computed from the elements that they are made of, so that a size
    made of constants is one, and canonicalization knows the shape. Importers of
    ONNX compute the shapes of their expansions and reshapes so; both targets
    begin with it.

    Numerics: none change.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // AMPDIALECT_TRANSFORMS_LOWERINGPASSES_TD
