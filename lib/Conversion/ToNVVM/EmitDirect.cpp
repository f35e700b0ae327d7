//===- EmitDirect.cpp - One thread per output from global memory ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For what no tile reuses: depthwise convolutions above all. A thread computes
// a run of outputs that are contiguous in memory, and reads runs where an
// operand is contiguous along with them.
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "Epilogue.h"
#include "TileLoader.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr int64_t kThreads = 128;
static constexpr int64_t kLongestRun = 8;

namespace {
class DirectEmitter {
public:
  explicit DirectEmitter(KernelFrame &frame)
      : frame(frame), b(frame.b), c(frame.contraction) {}
  gpu::GPUModuleOp emit();

private:
  void flattenOutput();
  SmallVector<Value> emitLoops();
  SmallVector<Value> load(const ContractionOperand &operand);
  SmallVector<Value> loadAccess(const Access &access);
  Value evaluate(const LinearForm &form, int64_t position);
  Value multiplyAdd(Value lhs, Value rhs, Value sum);

  KernelFrame &frame;
  KernelBuilder &b;
  Contraction &c;
  int64_t run = 2;
  Type sumType;
  Value first;
  SmallVector<Value> outputs; ///< Clamped flattened index of each output.
  SmallVector<Value> kIndices;
};
} // namespace

/// Makes every parallel loop an N loop: a thread's outputs are columns.
void DirectEmitter::flattenOutput() {
  SmallVector<unsigned> loops(c.batch);
  loops.append(c.m);
  loops.append(c.n);
  const LinearForm &stored = c.results.front().access.offset;
  llvm::sort(loops, [&](unsigned x, unsigned y) {
    int64_t first = std::abs(stored.coefs[x]);
    int64_t second = std::abs(stored.coefs[y]);
    return first != second ? first > second : x < y;
  });
  c.batch.clear();
  c.m.clear();
  c.n = loops;
  run = std::max<int64_t>(
      2, getContiguousWidth(c.space, stored, {}, c.n, kLongestRun));
}

Value DirectEmitter::evaluate(const LinearForm &form, int64_t position) {
  Value sum = b.part(c.space, form, c.n, outputs[position]);
  for (auto [loop, index] : llvm::zip_equal(c.k, kIndices))
    if (form.coefs[loop] != 0)
      sum = b.add(sum, b.mul(index, form.coefs[loop]));
  return b.add(sum, form.constant);
}

SmallVector<Value> DirectEmitter::loadAccess(const Access &access) {
  auto readRun = [&](int64_t position, int64_t count) {
    Value condition;
    for (const Guard &guard : access.guards)
      condition = b.both(
          condition, b.less(evaluate(guard.form, position), b.c(guard.limit)));
    Value offset = evaluate(access.offset, position);
    if (condition)
      offset = b.select(condition, offset, b.c(0));
    Value loaded = b.load(
        b.element(frame.parameters[access.buffer], access.elementType, offset),
        access.elementType, count);
    if (condition)
      loaded = b.select(
          condition, loaded,
          arith::ConstantOp::create(b, b.getZeroAttr(loaded.getType())));
    return loaded;
  };
  SmallVector<const LinearForm *> forms{&access.offset};
  for (const Guard &guard : access.guards)
    forms.push_back(&guard.form);
  Digit inner = mergeDigits(c.space, c.n, forms).back();
  bool uniform = inner.size % run == 0 &&
                 llvm::all_of(inner.coefs, [](int64_t x) { return x == 0; });
  if (uniform)
    return SmallVector<Value>(run, readRun(0, 1));
  SmallVector<Value> scalars;
  int64_t bits = KernelBuilder::getMemoryBits(access.elementType);
  int64_t width = getContiguousWidth(c.space, access.offset, access.guards, c.n,
                                     std::min(run, 128 / bits));
  for (int64_t position = 0; position < run; position += width) {
    Value loaded = readRun(position, width);
    if (width == 1)
      scalars.push_back(loaded);
    else
      for (int64_t lane = 0; lane < width; ++lane)
        scalars.push_back(b.extract(loaded, lane));
  }
  return scalars;
}

SmallVector<Value> DirectEmitter::load(const ContractionOperand &operand) {
  if (operand.access)
    return loadAccess(*operand.access);
  SmallVector<Value> scalars;
  for (int64_t position = 0; position < run; ++position)
    scalars.push_back(emitScalar(
        frame, operand.program, operand.element,
        [&](const LinearForm &form) { return evaluate(form, position); }));
  return scalars;
}

Value DirectEmitter::multiplyAdd(Value lhs, Value rhs, Value sum) {
  if (isa<FloatType>(sumType))
    return LLVM::FMAOp::create(
        b, b.castFloat(b.castFloat(lhs, c.lhs->computeType), sumType),
        b.castFloat(b.castFloat(rhs, c.rhs->computeType), sumType), sum);
  // Integers: the body itself, casts and all.
  IRMapping mapping;
  Block *body = c.root.getBlock();
  mapping.map(body->getArguments(), c.swapped ? ValueRange{rhs, lhs, sum}
                                              : ValueRange{lhs, rhs, sum});
  for (Operation &op : body->without_terminator())
    b.clone(op, mapping);
  return mapping.lookup(body->getTerminator()->getOperand(0));
}

SmallVector<Value> DirectEmitter::emitLoops() {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(sumType));
  SmallVector<Value> sums(run, zero);
  SmallVector<scf::ForOp> loops;
  for (unsigned loop : c.k) {
    auto nest =
        scf::ForOp::create(b, b.c(0), b.c(c.space.getSize(loop)), b.c(1), sums);
    loops.push_back(nest);
    kIndices.push_back(nest.getInductionVar());
    sums = SmallVector<Value>(nest.getRegionIterArgs());
    b.setInsertionPointToStart(nest.getBody());
  }
  SmallVector<Value> left = load(*c.lhs), right = load(*c.rhs);
  for (auto [sum, lhs, rhs] : llvm::zip_equal(sums, left, right))
    sum = multiplyAdd(lhs, rhs, sum);
  for (scf::ForOp nest : llvm::reverse(loops)) {
    scf::YieldOp::create(b, sums);
    b.setInsertionPointAfter(nest);
    sums = SmallVector<Value>(nest.getResults());
  }
  return sums;
}

gpu::GPUModuleOp DirectEmitter::emit() {
  flattenOutput();
  int64_t extent = c.getExtent(c.n);
  frame.launch.block[0] = kThreads;
  frame.launch.grid[0] = llvm::divideCeil(extent, kThreads * run);
  frame.open();
  Type result = getElementTypeOrSelf(c.root->getResult(0).getType());
  sumType = isa<FloatType>(result) && result.getIntOrFloatBitWidth() < 32
                ? b.getF32Type()
                : result;
  Value block = frame.getTile(1);
  Value tid = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  first = b.mul(b.add(b.mul(block, kThreads), tid), run);
  Epilogue epilogue(frame);
  bool ragged = extent % (kThreads * run) != 0;
  unsigned row = epilogue.addRow(b.c(0), false);
  // Longer runs than pairs divide the extent: one is inside or outside.
  Value safe = first;
  if (ragged && run > 2)
    safe = b.min(first, b.c(extent - run));
  for (int64_t position = 0; position < run; position += 2) {
    unsigned pair = epilogue.addColumns(b.add(first, position), ragged);
    for (unsigned lane : {0u, 1u})
      outputs.push_back(run > 2 ? b.add(safe, position + lane)
                                : epilogue.getColumn(pair, lane));
  }
  SmallVector<Value> sums = emitLoops();
  for (int64_t position = 0; position < run; position += 2)
    epilogue.store(row, position / 2,
                   epilogue.compute(row, position / 2,
                                    {sums[position], sums[position + 1]}));
  return frame.close();
}

gpu::GPUModuleOp mlir::amp::emitDirect(KernelFrame &frame) {
  return DirectEmitter(frame).emit();
}
