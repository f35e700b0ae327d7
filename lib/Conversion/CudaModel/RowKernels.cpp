//===- RowKernels.cpp - Softmax, norms and sums over rows -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// T threads hold a row of R elements, chunk after chunk of T * lanes elements.
// What fits stays in registers, so that memory is read once; longer rows are
// read again (from the cache, mostly) for each reduction.
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

namespace {

/// Elements of a row that a thread may keep: a block of 1024 threads has 64
/// registers a thread, smaller ones have more.
int64_t getElementsInRegisters(unsigned threads) {
  return threads >= 1024 ? 16 : threads >= 512 ? 32 : 64;
}

/// Blocks that give each multiprocessor one.
constexpr int64_t kProcessors = 128;

} // namespace

bool RowEmitter::isOnRows(Value value) const {
  return cast<RankedTensorType>(value.getType()).getNumElements() == shape.rows;
}

RowEmitter::Chunk RowEmitter::chunkAt(Value number, bool last) {
  int64_t width = static_cast<int64_t>(shape.threads) * shape.lanes;
  return makeChunk(evaluator.add(evaluator.mul(number, width),
                                 evaluator.mul(thread, shape.lanes)),
                   last && shape.chunks * width != shape.row);
}

/// The thread's elements at `at` of the row. Beyond the row's end it looks at
/// the row's last ones, which exist, and takes no part.
RowEmitter::Chunk RowEmitter::makeChunk(Value at, bool ragged) {
  Chunk chunk;
  if (ragged) {
    chunk.inside = kernel.lessThan(at, shape.row);
    at = arith::MinUIOp::create(kernel.builder, at,
                                evaluator.constant(shape.row - shape.lanes));
  }
  Value base = evaluator.add(evaluator.mul(row, shape.row), at);
  chunk.index = {base, shape.lanes, shape.lanes > 1 ? 1 : 0, shape.lanes > 1};
  return chunk;
}

/// Visits the row's chunks: those in registers one by one, else in a loop.
void RowEmitter::forEachChunk(function_ref<void(const Chunk &)> body) {
  if (!chunks.empty()) {
    for (const Chunk &chunk : chunks)
      body(chunk);
    return;
  }
  ImplicitLocOpBuilder &builder = kernel.builder;
  auto loop = scf::ForOp::create(builder, evaluator.constant(0),
                                 evaluator.constant(shape.chunks),
                                 evaluator.constant(1));
  OpBuilder::InsertionGuard guard(builder);
  Evaluator::Scope scope(evaluator);
  builder.setInsertionPointToStart(loop.getBody());
  body(chunkAt(loop.getInductionVar(), /*last=*/true));
}

/// Takes a chunk's elements into the running values, one a lane.
SmallVector<Value> RowEmitter::fold(linalg::GenericOp op,
                                    const Combiner &combiner,
                                    const Chunk &chunk,
                                    SmallVector<Value> sums) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<Evaluator::Lanes> operands;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(input->get().getType())) {
      operands.emplace_back(shape.lanes, evaluator.scalar(input->get()));
      continue;
    }
    auto type = cast<RankedTensorType>(input->get().getType());
    auto access = getLinearAccess(op.getMatchingIndexingMap(input),
                                  type.getShape(), extents);
    if (!access) {
      evaluator.fail(op, "an indexing map of it is not linear");
      return sums;
    }
    operands.push_back(
        evaluator.loadThrough(input->get(), *access, extents, chunk.index));
    if (evaluator.hasFailed())
      return sums;
  }
  bool readsLoops = !op.getBody()->getOps<linalg::IndexOp>().empty();
  for (auto [lane, sum] : llvm::enumerate(sums)) {
    SmallVector<Value> arguments;
    for (const Evaluator::Lanes &lanes : operands)
      arguments.push_back(lanes[lane]);
    arguments.push_back(sum);
    SmallVector<Value> dims;
    if (readsLoops)
      dims = evaluator.delinearize(
          evaluator.add(chunk.index.base, evaluator.constant(lane)), extents);
    SmallVector<Value> next = evaluator.cloneBody(op, arguments, dims);
    if (evaluator.hasFailed())
      return sums;
    sum = chunk.inside ? arith::SelectOp::create(kernel.builder, chunk.inside,
                                                 next.front(), sum)
                             .getResult()
                       : next.front();
  }
  return sums;
}

void RowEmitter::emitReduction(linalg::GenericOp op) {
  std::optional<Combiner> combiner = getCombiner(op);
  if (!combiner) {
    evaluator.fail(op, "partial results of its body cannot be merged");
    return;
  }
  ImplicitLocOpBuilder &builder = kernel.builder;
  SmallVector<Value> sums(
      shape.lanes, arith::ConstantOp::create(builder, combiner->neutral));
  if (!chunks.empty()) {
    for (const Chunk &chunk : chunks)
      sums = fold(op, *combiner, chunk, sums);
  } else {
    auto loop = scf::ForOp::create(builder, evaluator.constant(0),
                                   evaluator.constant(shape.chunks),
                                   evaluator.constant(1), sums);
    OpBuilder::InsertionGuard guard(builder);
    Evaluator::Scope scope(evaluator);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next =
        fold(op, *combiner, chunkAt(loop.getInductionVar(), /*last=*/true),
             llvm::to_vector_of<Value>(loop.getRegionIterArgs()));
    scf::YieldOp::create(builder, next);
    sums = llvm::to_vector_of<Value>(loop.getResults());
  }
  if (evaluator.hasFailed())
    return;
  // Lanes pairwise, then threads, then what the row starts from.
  for (unsigned width = shape.lanes / 2; width != 0; width /= 2)
    for (unsigned lane = 0; lane != width; ++lane)
      sums[lane] = kernel.combine(*combiner, sums[lane], sums[lane + width]);
  Value sum = kernel.reduceThreads(sums.front(), *combiner, shape.threads);
  Value init = evaluator.load(op.getDpsInits()[0], {row}).front();
  if (evaluator.hasFailed())
    return;
  evaluator.fixValue(op->getResult(0), kernel.combine(*combiner, init, sum));
}

void RowEmitter::emitRowOp(linalg::GenericOp op) {
  for (Value result : op->getResults()) {
    Evaluator::Lanes lanes = evaluator.load(result, {row});
    if (evaluator.hasFailed())
      return;
    evaluator.fixValue(result, lanes.front());
  }
}

void RowEmitter::storeResults() {
  bool anyFull = false;
  for (auto [number, result] : llvm::enumerate(kernel.results)) {
    if (!isOnRows(result)) {
      anyFull = true;
      continue;
    }
    Value isFirst = kernel.lessThan(thread, 1);
    if (rowInside)
      isFirst = arith::AndIOp::create(kernel.builder, isFirst, rowInside);
    kernel.guard(isFirst, [&, number = number, result = result] {
      kernel.storeResult(number, {row}, evaluator.load(result, {row}));
    });
  }
  if (!anyFull)
    return;
  forEachChunk([&](const Chunk &chunk) {
    Value inside = chunk.inside;
    if (rowInside)
      inside = inside ? arith::AndIOp::create(kernel.builder, inside, rowInside)
                            .getResult()
                      : rowInside;
    kernel.guard(inside, [&] {
      for (auto [number, result] : llvm::enumerate(kernel.results))
        if (!isOnRows(result))
          kernel.storeResult(number, chunk.index,
                             evaluator.load(result, chunk.index));
    });
  });
}

void RowEmitter::emitOps() {
  for (auto op : kernel.source.front().getOps<linalg::GenericOp>()) {
    if (evaluator.hasFailed())
      return;
    if (op.getNumReductionLoops() != 0)
      emitReduction(op);
    else if (isPointwiseGeneric(op) && isOnRows(op->getResult(0)))
      emitRowOp(op);
  }
}

void RowEmitter::hold(Value heldBy, Value number, Value held,
                      ArrayRef<Value> elements, Value first, int64_t certain) {
  thread = heldBy;
  row = number;
  constexpr int64_t kRun = 8;
  unsigned perRun = kRun / shape.threads;
  first = evaluator.add(first, evaluator.mul(thread, perRun));
  for (size_t next = 0; next != elements.size(); next += shape.lanes) {
    int64_t run = next / perRun * kRun;
    Value place = evaluator.constant(run + next % perRun);
    chunks.push_back(
        makeChunk(evaluator.add(first, place), run + kRun > certain));
    evaluator.remember(held, chunks.back().index,
                       elements.slice(next, shape.lanes));
  }
}

FailureOr<SmallVector<Value>> RowEmitter::collect(Value tensor,
                                                  TypedAttr outside) {
  SmallVector<Value> elements;
  for (const Chunk &chunk : chunks) {
    if (evaluator.hasFailed())
      return failure();
    for (Value value : evaluator.load(tensor, chunk.index)) {
      elements.push_back(value);
      if (!chunk.inside || !value)
        continue;
      TypedAttr other =
          outside ? outside : kernel.builder.getZeroAttr(value.getType());
      elements.back() = arith::SelectOp::create(
          kernel.builder, chunk.inside, value,
          arith::ConstantOp::create(kernel.builder, other));
    }
  }
  if (evaluator.hasFailed())
    return failure();
  return elements;
}

FailureOr<gpu::GPUModuleOp> RowEmitter::emit() {
  Value id = kernel.threadId();
  thread = shape.rowsPerBlock == 1 ? id : evaluator.rem(id, shape.threads);
  row = kernel.blockId();
  if (shape.rowsPerBlock != 1)
    row = evaluator.add(evaluator.mul(row, shape.rowsPerBlock),
                        evaluator.div(id, shape.threads));
  // Surplus rows of the last block repeat the last row and write nothing.
  if (shape.rows % shape.rowsPerBlock != 0) {
    rowInside = kernel.lessThan(row, shape.rows);
    row = arith::MinUIOp::create(kernel.builder, row,
                                 evaluator.constant(shape.rows - 1));
  }
  if (shape.chunks * shape.lanes <= getElementsInRegisters(shape.threads))
    for (int64_t i = 0; i != shape.chunks; ++i)
      chunks.push_back(chunkAt(evaluator.constant(i), i + 1 == shape.chunks));
  emitOps();
  if (!evaluator.hasFailed())
    storeResults();
  int64_t blocks = (shape.rows + shape.rowsPerBlock - 1) / shape.rowsPerBlock;
  return kernel.finish(
      {blocks, 1, 1}, static_cast<int64_t>(shape.threads) * shape.rowsPerBlock,
      ("rows of " + Twine(shape.row) + ", " + Twine(shape.threads) +
       " threads a row, " + (chunks.empty() ? "read again" : "in registers"))
          .str());
}

/// Whether any body computes in f64.
static bool usesF64(func::FuncOp source) {
  return source
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(),
                            [](Type type) { return type.isF64(); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<gpu::GPUModuleOp>
amp::cuda::emitRowKernel(func::FuncOp source, linalg::GenericOp reduction) {
  RowShape shape;
  shape.row = *getTrailingReduction(reduction);
  shape.rows = getVolume(reduction.getStaticLoopRanges()) / shape.row;
  // 16 bytes of the narrowest tensor that the row is read from or written to.
  unsigned bytes = 4;
  for (Value value :
       llvm::concat<Value>(llvm::to_vector_of<Value>(source.getArguments()),
                           llvm::to_vector_of<Value>(
                               source.front().getTerminator()->getOperands())))
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      if (type.getNumElements() == shape.row * shape.rows)
        bytes = std::min(bytes, getMemoryBytes(type.getElementType()));
  shape.lanes = std::min(8u, 16 / bytes);
  while (shape.lanes > 1 &&
         (shape.row % shape.lanes != 0 || shape.row / shape.lanes < 16))
    shape.lanes /= 2;
  int64_t vectors = (shape.row + shape.lanes - 1) / shape.lanes;
  shape.threads = 1;
  while (shape.threads < 32 && shape.threads < vectors)
    shape.threads *= 2;
  // A warp takes up to four chunks; beyond that the row gets a block, a smaller
  // one where sums in f64 take two registers a value.
  unsigned most = usesF64(source) ? 512 : 1024;
  while (shape.threads < most && vectors > shape.threads * 4)
    shape.threads *= 2;
  shape.rowsPerBlock = shape.threads <= 32 ? 128 / shape.threads : 1;
  // Few rows go to as many multiprocessors as they can.
  while (shape.rowsPerBlock > 1 && shape.rowsPerBlock * shape.threads > 32 &&
         shape.rows / shape.rowsPerBlock < kProcessors)
    shape.rowsPerBlock /= 2;
  shape.chunks = (vectors + shape.threads - 1) / shape.threads;
  KernelBuilder kernel(source);
  return RowEmitter(kernel, shape).emit();
}
