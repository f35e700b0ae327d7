//===- Transposes.cpp - Transposes staged through shared memory -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise op that reads an input along one loop and writes its result
// along another moves a square of both through shared memory, so that reads and
// writes are runs of up to 16 bytes. A row of the square is 128 bytes of input;
// its 16-byte chunks are permuted by the row's number, so that neither side
// meets a bank twice.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Chunks of a row of the square, and bytes of a chunk.
static constexpr int64_t kChunks = 8, kChunkBytes = 16;
/// Loops shorter than this are not worth a square.
static constexpr int64_t kShortestLoop = 16;

namespace {
/// Neighbouring loops that an input walks as one.
struct Loop {
  int64_t extent, input, result; ///< Strides in elements.
};

struct Plan {
  linalg::GenericOp op;
  OpOperand *input = nullptr;
  SmallVector<Loop> loops; ///< Outermost first.
  unsigned along = 0;      ///< The loop that the input is contiguous in.
  int64_t base = 0;
};
} // namespace

/// The input's loops if it is contiguous along another than the last.
static std::optional<Plan> planInput(linalg::GenericOp op, OpOperand *input) {
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  auto access = type ? getLinearAccess(op.getMatchingIndexingMap(input),
                                       type.getShape(), extents)
                     : std::nullopt;
  if (!access || op.getMatchingBlockArgument(input).use_empty())
    return std::nullopt;
  Plan plan{op, input, {}, 0, access->base};
  int64_t stride = 1;
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
    if (extents[i] == 1)
      continue;
    int64_t coefficient = access->coefficients[i];
    Loop *inner = plan.loops.empty() ? nullptr : &plan.loops.front();
    if (inner && coefficient == inner->input * inner->extent)
      inner->extent *= extents[i];
    else
      plan.loops.insert(plan.loops.begin(), {extents[i], coefficient, stride});
    stride *= extents[i];
  }
  if (plan.loops.size() < 2 || plan.loops.back().input <= 1)
    return std::nullopt;
  for (auto [number, loop] : llvm::enumerate(plan.loops))
    if (loop.input == 1) {
      plan.along = number;
      bool worth = loop.extent >= kShortestLoop &&
                   plan.loops.back().extent >= kShortestLoop;
      return worth ? std::optional(plan) : std::nullopt;
    }
  return std::nullopt;
}

/// The first read across the result's order, in a kernel all of whose results
/// run over the same elements.
static std::optional<Plan> findPlan(func::FuncOp source) {
  std::optional<Plan> found;
  for (auto op : source.front().getOps<linalg::GenericOp>()) {
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    int64_t volume = getVolume(op.getStaticLoopRanges());
    for (OpOperand *input : op.getDpsInputOperands()) {
      std::optional<Plan> plan =
          isPointwiseGeneric(op) ? planInput(op, input) : std::nullopt;
      if (!plan)
        continue;
      if (!found && result.getNumElements() == volume &&
          op.getIndexingMapsArray().back().isIdentity())
        found = plan;
    }
  }
  if (!found)
    return std::nullopt;
  int64_t volume = getVolume(found->op.getStaticLoopRanges());
  for (Value value : source.front().getTerminator()->getOperands())
    if (cast<RankedTensorType>(value.getType()).getNumElements() != volume)
      return std::nullopt;
  return found;
}

namespace {
class TransposeEmitter {
public:
  TransposeEmitter(KernelBuilder &kernel, Plan plan)
      : kernel(kernel), evaluator(*kernel.evaluator), plan(std::move(plan)),
        elementType(cast<RankedTensorType>(this->plan.input->get().getType())
                        .getElementType()),
        perChunk(kChunkBytes / getMemoryBytes(elementType)),
        side(kChunks * perChunk), rows(this->plan.loops.back()),
        columns(this->plan.loops[this->plan.along]) {}
  FailureOr<gpu::GPUModuleOp> emit();

private:
  int64_t getReadWidth() const;
  int64_t getWriteWidth() const;
  void locateBlock();
  Value place(Value row, Value column);
  void forEachPiece(int64_t width, bool alongRows,
                    function_ref<void(Value row, Value column)> body);
  void stage(Value row, Value column, int64_t width);
  void write(Value row, Value column, int64_t width);

  KernelBuilder &kernel;
  Evaluator &evaluator;
  Plan plan;
  Type elementType;
  /// Elements of a chunk, of a side of the square.
  int64_t perChunk, side;
  /// The square's rows run over the result's contiguous loop.
  Loop rows, columns;
  int64_t threads = 0;
  Value shared, firstRow, firstColumn, inputOffset, resultOffset;
};
} // namespace

/// Elements that one read of the input moves.
int64_t TransposeEmitter::getReadWidth() const {
  int64_t width = perChunk;
  auto fits = [&] {
    if (columns.extent % width || plan.base % width)
      return false;
    return llvm::all_of(llvm::enumerate(plan.loops), [&](auto loop) {
      return loop.index() == plan.along || loop.value().input % width == 0;
    });
  };
  while (!fits())
    width /= 2;
  return width;
}

/// Elements that one write of the results moves: 16 bytes of the narrowest.
int64_t TransposeEmitter::getWriteWidth() const {
  int64_t bytes = kChunkBytes;
  for (Value result : kernel.results)
    bytes = std::min<int64_t>(
        bytes, getMemoryBytes(
                   cast<RankedTensorType>(result.getType()).getElementType()));
  int64_t width = std::min(perChunk, kChunkBytes / bytes);
  while (rows.extent % width)
    width /= 2;
  return width;
}

void TransposeEmitter::locateBlock() {
  int64_t across = llvm::divideCeil(rows.extent, side);
  int64_t down = llvm::divideCeil(columns.extent, side);
  Value block = kernel.blockId();
  firstRow = evaluator.mul(evaluator.rem(block, across), side);
  Value rest = evaluator.div(block, across);
  firstColumn = evaluator.mul(evaluator.rem(rest, down), side);
  rest = evaluator.div(rest, down);
  inputOffset = evaluator.constant(plan.base);
  resultOffset = evaluator.constant(0);
  for (size_t number = plan.loops.size() - 1; number-- > 0;) {
    if (number == plan.along)
      continue;
    const Loop &loop = plan.loops[number];
    Value digit = evaluator.rem(rest, loop.extent);
    rest = evaluator.div(rest, loop.extent);
    inputOffset = evaluator.add(inputOffset, evaluator.mul(digit, loop.input));
    resultOffset =
        evaluator.add(resultOffset, evaluator.mul(digit, loop.result));
  }
}

/// Where an element of the square lies in shared memory.
Value TransposeEmitter::place(Value row, Value column) {
  Value chunk = arith::XOrIOp::create(
      kernel.builder, evaluator.div(column, perChunk),
      evaluator.rem(evaluator.div(row, perChunk), kChunks));
  return evaluator.add(
      evaluator.add(evaluator.mul(row, side), evaluator.mul(chunk, perChunk)),
      evaluator.rem(column, perChunk));
}

/// Runs `body` for each of the thread's pieces of the square that exist:
/// `width` elements along its rows or down its columns.
void TransposeEmitter::forEachPiece(
    int64_t width, bool alongRows,
    function_ref<void(Value row, Value column)> body) {
  int64_t perLine = side / width;
  for (int64_t done = 0; done < side * perLine; done += threads) {
    Value number = evaluator.add(kernel.threadId(), evaluator.constant(done));
    Value line = evaluator.div(number, perLine);
    Value at = evaluator.mul(evaluator.rem(number, perLine), width);
    Value row = alongRows ? line : at, column = alongRows ? at : line;
    Value inside;
    auto require = [&](Value first, Value offset, int64_t extent) {
      if (extent % side == 0)
        return;
      Value fits = kernel.lessThan(evaluator.add(first, offset), extent);
      inside =
          inside
              ? arith::AndIOp::create(kernel.builder, inside, fits).getResult()
              : fits;
    };
    require(firstRow, row, rows.extent);
    require(firstColumn, column, columns.extent);
    kernel.guard(inside, [&] { body(row, column); });
  }
}

static LaneIndex makeIndex(Value base, int64_t width) {
  return {base, static_cast<unsigned>(width), width > 1 ? 1 : 0, width > 1};
}

/// Reads elements along a row of the square.
void TransposeEmitter::stage(Value row, Value column, int64_t width) {
  Value offset = evaluator.add(
      inputOffset, evaluator.mul(evaluator.add(firstRow, row), rows.input));
  offset = evaluator.add(offset, evaluator.add(firstColumn, column));
  Evaluator::Lanes lanes =
      evaluator.load(plan.input->get(), makeIndex(offset, width));
  if (!evaluator.hasFailed())
    evaluator.store(shared, elementType, makeIndex(place(row, column), width),
                    lanes);
}

/// Computes and writes elements down a column of the square.
void TransposeEmitter::write(Value row, Value column, int64_t width) {
  Value offset = evaluator.add(
      resultOffset,
      evaluator.mul(evaluator.add(firstColumn, column), columns.result));
  LaneIndex index =
      makeIndex(evaluator.add(offset, evaluator.add(firstRow, row)), width);
  Evaluator::Lanes staged;
  Type memory = getMemoryType(elementType);
  for (int64_t lane = 0; lane != width; ++lane) {
    Value at = place(evaluator.add(row, evaluator.constant(lane)), column);
    Value address = LLVM::GEPOp::create(kernel.builder, shared.getType(),
                                        memory, shared, ValueRange{at});
    staged.push_back(
        fromMemory(kernel.builder, elementType,
                   LLVM::LoadOp::create(kernel.builder, memory, address,
                                        getMemoryBytes(elementType))));
  }
  evaluator.evaluateWith(plan.op, plan.input, staged, index);
  for (auto [number, result] : llvm::enumerate(kernel.results))
    if (!evaluator.hasFailed())
      kernel.storeResult(number, index, evaluator.load(result, index));
}

FailureOr<gpu::GPUModuleOp> TransposeEmitter::emit() {
  int64_t reads = getReadWidth(), writes = getWriteWidth();
  threads = std::min<int64_t>(256, side * kChunks);
  shared = kernel.sharedArray(elementType, side * side);
  locateBlock();
  forEachPiece(reads, /*alongRows=*/true,
               [&](Value row, Value column) { stage(row, column, reads); });
  gpu::BarrierOp::create(kernel.builder);
  forEachPiece(writes, /*alongRows=*/false,
               [&](Value row, Value column) { write(row, column, writes); });
  int64_t volume = getVolume(plan.op.getStaticLoopRanges());
  int64_t blocks = llvm::divideCeil(rows.extent, side) *
                   llvm::divideCeil(columns.extent, side) *
                   (volume / (rows.extent * columns.extent));
  return kernel.finish({blocks, 1, 1}, threads,
                       ("transpose through shared memory, reads of " +
                        Twine(reads) + " and writes of " + Twine(writes) +
                        " elements")
                           .str());
}

std::optional<FailureOr<gpu::GPUModuleOp>>
amp::cuda::emitTransposeKernel(func::FuncOp source) {
  std::optional<Plan> plan = findPlan(source);
  if (!plan)
    return std::nullopt;
  KernelBuilder kernel(source);
  return TransposeEmitter(kernel, std::move(*plan)).emit();
}
