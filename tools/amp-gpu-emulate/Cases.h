//===- Cases.h - Inputs, results and bounds of a kernel ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a check of a kernel is made of, wherever the kernel runs: on emulated
// threads here, or compiled to a library on a device (benchmarks/gpu_cases.py).
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_CASES_H
#define AMP_TOOLS_GPU_EMULATE_CASES_H

#include "Reference.h"
#include "mlir/IR/BuiltinOps.h"
#include <random>

namespace amp_emulate {

/// Writes `value`, rounded, as `type` has it in memory.
void encode(double value, mlir::Type type, char *to);

/// The element of `type` that lies at `from`.
double decode(const char *from, mlir::Type type);

/// Bytes of an element in memory.
int64_t getElementBytes(mlir::Type type);

/// Multiples of 1/8 in [-1, 1]; 0 and 1 for integers. Their products sum up
/// exactly in f32, whatever the order.
Tensor makeInput(mlir::RankedTensorType type, std::mt19937_64 &random);

/// One random input an argument of `function`.
std::vector<Tensor> makeInputs(mlir::func::FuncOp function, unsigned seed);

/// Error that rounding explains: `relative * |value| + absolute`.
struct Bound {
  double relative, absolute;
};

/// The bound of `function`'s results of element type `type`.
Bound getBound(mlir::func::FuncOp function, mlir::Type type);

/// Writes, for each function of `module` with a body, FOLDER/NAME.mlir with an
/// entry `@main` (which calls the function where that is a kernel),
/// NAME.inputs (their bytes one after the other) and NAME.expected (results as
/// doubles), and FOLDER/cases.json with types, shapes and bounds. Kernels are
/// for that many multiprocessors, or for the chip's where that is 0.
mlir::LogicalResult writeCases(mlir::ModuleOp module, llvm::StringRef folder,
                               unsigned seed, unsigned processors);

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_CASES_H
