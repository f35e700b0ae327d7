//===- Reductions.cpp - Reductions with what is around them ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction whose results are in registers need not load what a fill wrote,
// nor store what an elementwise op alone reads.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Schedule.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

/// For each loop of `reader` that of `nest` which walks through the common
/// buffer as it does; nothing where one has none. Loops of one turn have no
/// part in that.
static std::optional<SmallVector<std::optional<unsigned>>>
matchLoops(const LoopNest &nest, const Epilogue &reader) {
  const NestOperand &result = nest.getOwnOperands().back(),
                    &read = reader.nest.operands[reader.operand];
  SmallVector<std::optional<unsigned>> matches;
  for (auto [i, loop] : llvm::enumerate(reader.nest.loops)) {
    std::optional<unsigned> &match = matches.emplace_back();
    if (loop.extent == 1)
      continue;
    for (auto [j, other] : llvm::enumerate(nest.loops))
      if (other.extent == loop.extent && result.strides[j] == read.strides[i])
        match = j;
    if (!match || read.strides[i] == 0)
      return std::nullopt;
  }
  return matches;
}

/// Adds the elementwise op that alone reads the result of `nest`, if its loops
/// are those of the results.
static void joinReader(LoopNest &nest) {
  linalg::GenericOp op = nest.op;
  const NestOperand &result = nest.operands.back();
  if (result.offset != 0 || !nest.coversBuffer(result))
    return;
  std::optional<Epilogue> reader = findReaderNest(op);
  if (!reader || reader->nest.operands[reader->operand].output ||
      !reader->nest.op.getBody()->getOps<linalg::IndexOp>().empty())
    return;
  auto matches = matchLoops(nest, *reader);
  if (!matches)
    return;
  nest.reader = reader->nest.op;
  nest.joined = nest.operands.size() + reader->operand;
  for (NestOperand &operand : reader->nest.operands) {
    SmallVector<int64_t> strides(nest.loops.size(), 0);
    for (auto [i, match] : llvm::enumerate(*matches))
      if (match && !operand.scalar)
        strides[*match] = operand.strides[i];
    operand.strides = std::move(strides);
    nest.operands.push_back(std::move(operand));
  }
}

FailureOr<Operation *> cpu::lowerToReduction(LoopNest nest,
                                             ModuleSymbols &symbols) {
  linalg::GenericOp op = nest.op;
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return failure();
  NestOperand &result = nest.operands.back();
  Value buffer = result.value;
  linalg::FillOp fill = findFill(nest, result);
  if (fill && fill.getInputs()[0].getType() ==
                  cast<MemRefType>(buffer.getType()).getElementType())
    result.start = fill.getInputs()[0];
  else
    fill = nullptr;
  joinReader(nest);
  if (!fill && !nest.reader)
    return failure();
  LoopNest arranged = nest;
  if (!arrangeLoops(arranged).keepsResult())
    return failure();
  Operation *reader = nest.reader;
  lowerToKernel(std::move(nest), symbols);
  if (fill) {
    fill.erase();
    eraseUnused(buffer);
  }
  return reader;
}
