//===- Passes.td - Lowering to the CPU ---------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TOCPU_PASSES_TD
#define AMPDIALECT_CONVERSION_TOCPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def CPUFusePass : Pass<"amp-cpu-fuse"> {
  let summary = "Joins elementwise ops and moves of data on tensors";
  let description = [{
    Makes named linalg ops generic and fuses producers into consumers where the
    producer has no other use or only spreads a smaller value, and where nothing
    expensive is then computed more than once. Contractions take in moves of
    data alone (transposes, broadcasts of weights), convolutions nothing, so
    that both stay recognisable. What a fused body computes for each column of a
    product (a norm, a gelu) is taken out first, in the type in which it is
    multiplied. A smaller value that a product starts from, spread out (a bias),
    is added behind the product instead, to its sum from zero. Softmax and
    concatenations are decomposed, unused results dropped. A destination of
    which an op writes a part (an output map `i -> i + 1`) is copied before. No
    rounding is added or removed otherwise.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def CPUProtectInputsPass : Pass<"amp-cpu-protect-inputs", "::mlir::ModuleOp"> {
  let summary = "Has bufferization copy what would overwrite a caller's input";
  let description = [{
    Marks the tensor arguments of public functions `bufferization.writable =
    false`: an op that writes its result over an argument (`outs(%arg0)`) gets a
    buffer of its own. An argument that says `bufferization.writable` already
    keeps what it says. Fails on a function that returns an unranked tensor, which
    upstream's deallocation may free before the caller reads it.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def CPUSeparateInitsPass : Pass<"amp-cpu-separate-inits"> {
  let summary = "Gives each op a fill or an empty tensor of its own";
  let description = [{
    Many ops share a `tensor.empty`, or a `linalg.fill` of one, after CSE. Only
    one of them can write its result there: bufferization copies a fill for all
    others, so that the runtime adds products to zeros that it reads, and its
    analysis compares each writer with each. This pass clones both in front of
    each op with a destination (linalg, `tensor.insert_slice`) that writes there;
    run it behind CSE. Whatever else an op writes to is left alone, and so are
    numbers.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CPUFillBordersPass : Pass<"amp-cpu-fill-borders"> {
  let summary = "Pads by filling borders around what is computed in place";
  let description = [{
    Upstream bufferizes a `tensor.pad` as a fill of all of the result and a copy
    of the source. This pass makes a fill of each border and a
    `tensor.insert_slice` of the source of it, for pads of static shape with a
    constant. Where a linalg op makes the source for the pad alone, the borders
    are filled in front of that op, so that the elimination of empty tensors
    lets it write into the padded tensor: run it before that. Other pads, and
    numbers, stay as they are.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CPUCopySlicesPass : Pass<"amp-cpu-copy-slices"> {
  let summary = "Copies slices that bufferization takes for whole buffers";
  let description = [{
    Functions take and return buffers whose rows follow each other. Upstream
    makes such a buffer of a slice by `memref.cast` where the length of a row is
    only known when the model runs (`memref<?x?xf32, strided<[?, 1]>>` to
    `memref<?x?xf32>`), and readers then skip no elements between rows. This
    pass, right behind bufferization, makes an allocation and a copy of each such
    cast, unless the type proves that the rows of the slice follow each other.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def CPUExpandMathPass : Pass<"amp-cpu-expand-math", "::mlir::ModuleOp"> {
  let summary = "Replaces functions of math on f32 by arithmetic";
  let description = [{
    exp, expm1, log, log1p, tanh and erf become upstream's polynomials,
    rsqrt and whole powers divisions and products: code that LLVM vectorises.
    Results differ from libm's by a few units in the last place; subnormal
    numbers are lost (exp may give 0 for them, log takes them for the smallest
    normal one). expm1 and log1p of f64 become calls of libm. f64 is rounded to
    bf16 and to 8-bit floats through f32, as if at once, and so are integers of
    more than 24 bits to bf16. Casts of scalars of
    f8E4M3FN and f8E5M2 become arithmetic on their bits.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def CPUExpandShapesPass : Pass<"amp-cpu-expand-shapes"> {
  let summary = "Splits a dimension into several of unknown size";
  let description = [{
    `memref.expand_shape` of a dimension into several whose sizes are only known
    when the model runs (batch and sequence) becomes a view that computes its
    strides: upstream's `expand-strided-metadata` knows one such size and
    crashes at two.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def CPUCheckSizesPass : Pass<"amp-cpu-check-sizes", "::mlir::ModuleOp"> {
  let summary = "Has the runtime check sizes that only a run tells";
  let description = [{
    In front of each `memref.alloc` with unknown sizes, calls of `amp_cpu_grow`
    count its bytes: the run ends where a size is negative or their product fits
    no memory. The LLVM dialect multiplies without a look, and a value of 2^64
    bytes would get a buffer of none.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"
  ];
}

def CPULowerExtremaPass : Pass<"amp-cpu-lower-extrema"> {
  let summary = "Lowers maxima and minima that upstream expands wrongly";
  let description = [{
    `arith.maximumf` and `minimumf` become LLVM's `maximum` and `minimum`, for
    which -0 is below +0: upstream's `arith-expand` takes the right one of two
    zeros. What is compared with a number on the right that is no such zero, a
    relu with +0, is left to it, as a comparison and a selection, and so is
    bf16, with a selection by the bits of equal numbers behind. No result is
    rounded.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def CPUDropDeallocsPass : Pass<"amp-cpu-drop-deallocs"> {
  let summary = "Leaves it to upstream's deallocation to free buffers";
  let description = [{
    In: any op. Out: no `memref.dealloc`: upstream's deallocation refuses such
    code, and frees each buffer behind its last use anyway. No number changes.
  }];
}

def CPULowerVectorsPass : Pass<"amp-cpu-lower-vectors"> {
  let summary = "Lowers reductions and scans of vectors";
  let description = [{
    In: any op. Out: `vector.multi_reduction` and `vector.scan` are operations on
    rows, by upstream's patterns, which its conversion to LLVM leaves out. Sums
    are added up row by row. A `vector.contract` that takes largest, smallest or
    products, which those leave, is a reduction of all products. A `vector.fma` of
    fewer than 32 bits is a `math.fma`, which rounds once.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CPUScopeAllocasPass : Pass<"amp-cpu-scope-allocas"> {
  let summary = "Ends stack space of loops with each iteration";
  let description = [{
    In: any op with loops of scf. Out: a `memref.alloca` of known size inside of
    a loop is the function's; where one is of unknown size, the iteration ends by
    restoring the stack. Upstream's lowering to blocks takes new space in each
    iteration until the function returns. No number changes.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CPUKernelsPass : Pass<"amp-cpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Turns linalg ops and copies on memrefs into parallel kernels";
  let description = [{
    In: linalg.generic ops and copies on memrefs. Out: loops, in functions that
    the runtime calls from several threads.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def CPUMaskRowsPass : Pass<"amp-cpu-mask-rows"> {
  let summary = "Has LLVM make vectors of short loops";
  let description = [{
    LLVM leaves the last iterations of a loop, fewer than a vector has lanes, to
    scalars: most of a row of 7 or 14 pixels. This pass annotates each innermost
    loop of amp-cpu-kernels of 4 to 128 known iterations whose loads and stores
    lie one after the other: one vector after the other, the last one masked,
    for processors where that costs nothing (AVX-512). A loop of fewer than 16
    iterations with elements further apart is annotated to be vectors of four.
    Loops with other than arithmetic, and numbers, stay as they are.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CPUEntryPass : Pass<"amp-cpu-entry", "::mlir::ModuleOp"> {
  let summary = "Adds the entry point that a compiled model's runtime calls";
  let description = [{
    In: a module on memrefs whose public function `entry` has statically shaped
    memrefs with identity layout as arguments and results. Out: the same, with
    `amp_model_entry(state, inputs, outputs) -> i32` instead of that function:
    it takes arrays of data pointers and the function's body, copies the results
    out and frees each buffer that they lie in once, so no result may be an
    argument.

    Fails if there is no such function or an argument has another type.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"\"main\"",
           "Function that the model consists of">
  ];
}

#endif // AMPDIALECT_CONVERSION_TOCPU_PASSES_TD
