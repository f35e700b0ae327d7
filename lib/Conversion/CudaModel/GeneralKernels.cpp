//===- GeneralKernels.cpp - Kernels without a contraction -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "Groups.h"
#include "KernelBuilder.h"
#include "Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Elements a thread handles: 16 bytes of the narrowest result, but enough
/// threads to fill a device, and no row of scalar code where reads are guarded.
static unsigned chooseLanes(KernelBuilder &kernel, int64_t volume) {
  unsigned lanes = 8;
  unsigned bytes = 8;
  for (Value result : kernel.results)
    bytes = std::min(
        bytes, getMemoryBytes(
                   cast<RankedTensorType>(result.getType()).getElementType()));
  lanes = std::min(lanes, 16 / bytes);
  if (!kernel.source.front().getOps<tensor::PadOp>().empty())
    lanes = std::min(lanes, 2u);
  while (lanes > 1 && volume % lanes != 0)
    lanes /= 2;
  while (lanes > 2 && volume / lanes < 16384)
    lanes /= 2;
  return lanes;
}

FailureOr<gpu::GPUModuleOp>
amp::cuda::emitPointwiseKernel(func::FuncOp source) {
  if (auto transposed = emitTransposeKernel(source))
    return *transposed;
  KernelBuilder kernel(source);
  Evaluator &evaluator = *kernel.evaluator;
  int64_t volume =
      cast<RankedTensorType>(kernel.results.front().getType()).getNumElements();
  unsigned lanes = chooseLanes(kernel, volume);
  int64_t threads = (volume + lanes - 1) / lanes;
  int64_t block = threads >= 132 * 256 ? 256 : 128;
  int64_t blocks = (threads + block - 1) / block;
  Value number =
      evaluator.add(evaluator.mul(kernel.blockId(), block), kernel.threadId());
  LaneIndex index{evaluator.mul(number, lanes), lanes, lanes > 1 ? 1 : 0,
                  lanes > 1};
  Value inside =
      threads % block == 0 ? Value() : kernel.lessThan(number, threads);
  kernel.guard(inside, [&] {
    for (auto [position, result] : llvm::enumerate(kernel.results)) {
      Evaluator::Lanes values = evaluator.load(result, index);
      kernel.storeResult(position, index, values);
    }
  });
  return kernel.finish(
      {blocks, 1, 1}, block,
      ("pointwise, " + Twine(lanes) + " elements a thread").str());
}

namespace {

/// Loops of a linalg op split into those of the result and those reduced, and
/// its operands' offsets under each.
struct SplitLoops {
  SmallVector<int64_t> parallel, reduced;
  SmallVector<LinearAccess> outer, inner;
};

} // namespace

/// Splits the loops; parallel ones in the result's order. Nothing where an
/// operand is not read linearly or the result is not a permutation of loops.
static std::optional<SplitLoops> splitLoops(linalg::LinalgOp op) {
  SplitLoops split;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!resultMap.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  SmallVector<unsigned> order;
  for (AffineExpr expression : resultMap.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      order.push_back(dim.getPosition());
  SmallVector<unsigned> rest;
  for (unsigned loop = 0; loop != extents.size(); ++loop)
    if (!llvm::is_contained(order, loop))
      rest.push_back(loop);
  for (unsigned loop : order)
    split.parallel.push_back(extents[loop]);
  for (unsigned loop : rest)
    split.reduced.push_back(extents[loop]);
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    std::optional<LinearAccess> access(LinearAccess{});
    if (type)
      access = getLinearAccess(op.getMatchingIndexingMap(input),
                               type.getShape(), extents);
    if (!access)
      return std::nullopt;
    access->coefficients.resize(extents.size());
    LinearAccess &outer = split.outer.emplace_back();
    LinearAccess &inner = split.inner.emplace_back();
    outer.base = access->base;
    for (unsigned loop : order)
      outer.coefficients.push_back(access->coefficients[loop]);
    for (unsigned loop : rest)
      inner.coefficients.push_back(access->coefficients[loop]);
  }
  return split;
}

namespace {

/// One result element for each thread in `columns`, its sum shared by `parts`
/// threads of the block.
struct ReductionShape {
  unsigned columns = 256;
  unsigned parts = 1;
};

class ReductionEmitter {
public:
  ReductionEmitter(KernelBuilder &kernel, linalg::LinalgOp root,
                   SplitLoops split)
      : kernel(kernel), evaluator(*kernel.evaluator), root(root),
        split(std::move(split)), combiner(getCombiner(root)) {}
  FailureOr<gpu::GPUModuleOp> emit();

private:
  ReductionShape chooseShape() const;
  SmallVector<Value> sumPart(Value column, Value first, unsigned step);
  SmallVector<Value> step(ArrayRef<Value> columnOffsets, Value at,
                          ValueRange sums, Value column);
  Value mergeParts(Value sum, Value thread, ReductionShape shape);

  KernelBuilder &kernel;
  Evaluator &evaluator;
  linalg::LinalgOp root;
  SplitLoops split;
  std::optional<Combiner> combiner;
};

} // namespace

ReductionShape ReductionEmitter::chooseShape() const {
  int64_t results = getVolume(split.parallel);
  int64_t length = getVolume(split.reduced);
  ReductionShape shape;
  // Many results, short sums, or a body whose parts cannot be merged.
  if (!combiner || results >= 65536 || length < 32)
    return shape;
  shape.columns = results >= 4096 ? 32 : 8;
  while (shape.columns * shape.parts < 256 &&
         static_cast<int64_t>(shape.parts) * 4 <= length)
    shape.parts *= 2;
  return shape;
}

/// One iteration of the reduced loops.
SmallVector<Value> ReductionEmitter::step(ArrayRef<Value> columnOffsets,
                                          Value at, ValueRange sums,
                                          Value column) {
  SmallVector<Value> arguments;
  for (auto [number, input] : llvm::enumerate(root.getDpsInputOperands())) {
    if (root.getMatchingBlockArgument(input).use_empty()) {
      arguments.push_back(Value());
      continue;
    }
    if (!isa<RankedTensorType>(input->get().getType())) {
      arguments.push_back(evaluator.scalar(input->get()));
      continue;
    }
    Value offset =
        evaluator.add(columnOffsets[number],
                      evaluator.offset(split.inner[number], split.reduced, at));
    arguments.push_back(evaluator.load(input->get(), {offset}).front());
    if (evaluator.hasFailed())
      return {};
  }
  llvm::append_range(arguments, sums);
  SmallVector<Value> dims;
  if (!root.getBlock()->getOps<linalg::IndexOp>().empty()) {
    SmallVector<Value> outer = evaluator.delinearize(column, split.parallel);
    SmallVector<Value> inner = evaluator.delinearize(at, split.reduced);
    // Back to the order of the loops.
    dims.resize(root.getNumLoops());
    unsigned nextOuter = 0;
    for (AffineExpr expression :
         root.getMatchingIndexingMap(root.getDpsInitOperand(0)).getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expression))
        dims[dim.getPosition()] = outer[nextOuter++];
    unsigned nextInner = 0;
    for (Value &dim : dims)
      if (!dim)
        dim = inner[nextInner++];
  }
  return evaluator.cloneBody(root, arguments, dims);
}

/// The sum of the iterations `first`, `first + step`, ...
SmallVector<Value> ReductionEmitter::sumPart(Value column, Value first,
                                             unsigned step) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  SmallVector<Value> columnOffsets;
  for (const LinearAccess &access : split.outer)
    columnOffsets.push_back(evaluator.offset(access, split.parallel, column));
  SmallVector<Value> start;
  for (Value init : root.getDpsInits()) {
    if (step == 1)
      start.push_back(evaluator.load(init, {column}).front());
    else
      start.push_back(arith::ConstantOp::create(builder, combiner->neutral));
  }
  if (evaluator.hasFailed())
    return {};
  auto loop = scf::ForOp::create(builder, first,
                                 evaluator.constant(getVolume(split.reduced)),
                                 evaluator.constant(step), start);
  OpBuilder::InsertionGuard guard(builder);
  Evaluator::Scope scope(evaluator);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next = this->step(columnOffsets, loop.getInductionVar(),
                                       loop.getRegionIterArgs(), column);
  if (evaluator.hasFailed())
    return {};
  scf::YieldOp::create(builder, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Adds up the parts of a column through shared memory, halving their number.
Value ReductionEmitter::mergeParts(Value sum, Value thread,
                                   ReductionShape shape) {
  ImplicitLocOpBuilder &builder = kernel.builder;
  Type type = sum.getType();
  Type memory = getMemoryType(type);
  unsigned block = shape.columns * shape.parts;
  Value shared = kernel.sharedArray(memory, block);
  auto slot = [&](Value at) {
    return LLVM::GEPOp::create(builder, shared.getType(), memory, shared,
                               ValueRange{at});
  };
  auto write = [&](Value value) {
    LLVM::StoreOp::create(builder, toMemory(builder, value), slot(thread));
  };
  auto read = [&](Value at) -> Value {
    return fromMemory(builder, type,
                      LLVM::LoadOp::create(builder, memory, slot(at)));
  };
  write(sum);
  gpu::BarrierOp::create(builder);
  for (unsigned half = block / 2; half >= shape.columns; half /= 2) {
    kernel.guard(kernel.lessThan(thread, half), [&] {
      Value other = read(evaluator.add(thread, evaluator.constant(half)));
      write(kernel.combine(*combiner, read(thread), other));
    });
    gpu::BarrierOp::create(builder);
  }
  return read(evaluator.rem(thread, shape.columns));
}

FailureOr<gpu::GPUModuleOp> ReductionEmitter::emit() {
  ReductionShape shape = chooseShape();
  int64_t results = getVolume(split.parallel);
  int64_t blocks = (results + shape.columns - 1) / shape.columns;
  unsigned block = shape.columns * shape.parts;
  Value thread = kernel.threadId();
  Value column = evaluator.add(
      evaluator.mul(kernel.blockId(), shape.columns),
      shape.parts == 1 ? thread : evaluator.rem(thread, shape.columns));
  // Threads beyond the end repeat the last result: all must meet at barriers.
  Value inside;
  if (results % shape.columns != 0) {
    inside = kernel.lessThan(column, results);
    column = arith::MinUIOp::create(kernel.builder, column,
                                    evaluator.constant(results - 1));
  }
  Value first = shape.parts == 1 ? evaluator.constant(0)
                                 : evaluator.div(thread, shape.columns);
  SmallVector<Value> sums = sumPart(column, first, shape.parts);
  if (!evaluator.hasFailed() && shape.parts > 1) {
    Value merged = mergeParts(sums.front(), thread, shape);
    Value init = evaluator.load(root.getDpsInits()[0], {column}).front();
    sums = {kernel.combine(*combiner, init, merged)};
    Value isFirst = kernel.lessThan(thread, shape.columns);
    inside =
        inside
            ? arith::AndIOp::create(kernel.builder, inside, isFirst).getResult()
            : isFirst;
  }
  kernel.guard(inside, [&] {
    if (evaluator.hasFailed())
      return;
    for (auto [result, sum] : llvm::zip_equal(root->getResults(), sums))
      evaluator.remember(result, {column}, {sum});
    for (auto [number, result] : llvm::enumerate(kernel.results))
      kernel.storeResult(number, {column}, evaluator.load(result, {column}));
  });
  return kernel.finish(
      {blocks, 1, 1}, block,
      ("reduction, " + Twine(shape.parts) + " threads a result").str());
}

FailureOr<gpu::GPUModuleOp>
amp::cuda::emitReductionKernel(func::FuncOp source, linalg::LinalgOp root) {
  std::optional<SplitLoops> split = splitLoops(root);
  if (!split) {
    root.emitOpError("cannot go to the GPU: expected operands read along "
                     "linear maps and a result written along a permutation");
    return failure();
  }
  KernelBuilder kernel(source);
  return ReductionEmitter(kernel, root, std::move(*split)).emit();
}

/// Whether one thread a result of `root` computes all that the kernel returns:
/// no other sums, no results of other extents.
static bool returnsItsResultsOnly(func::FuncOp source, linalg::LinalgOp root) {
  for (auto op : source.front().getOps<linalg::LinalgOp>())
    if (op != root && op.getNumReductionLoops() != 0)
      return false;
  auto volume = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getNumElements();
  };
  return llvm::all_of(source.front().getTerminator()->getOperands(),
                      [&](Value result) {
                        return volume(result) == volume(root->getResult(0));
                      });
}

/// Kernels store results when their sums are complete.
static LogicalResult checkResults(linalg::LinalgOp op) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  if (reductions.empty() && isa<linalg::GenericOp>(op) &&
      !isPointwiseGeneric(op)) {
    InFlightDiagnostic error = op.emitOpError(
        "cannot go to the GPU: expected loops that write each element of a "
        "result once and do not read it, got ");
    llvm::interleaveComma(op.getDpsInitsMutable(), error, [&](OpOperand &init) {
      error << AffineMapAttr::get(op.getMatchingIndexingMap(&init)) << " into "
            << init.get().getType();
    });
    return error;
  }
  for (OpOperand &init : op.getDpsInitsMutable()) {
    for (unsigned loop : reductions)
      if (op.getMatchingIndexingMap(&init).isFunctionOfDim(loop))
        return op.emitOpError("cannot go to the GPU: a reduction walks through "
                              "one of its results");
    if (!reductions.empty() && !writesEachElement(op, init))
      return op.emitOpError("cannot go to the GPU: its loops do not write each "
                            "element of a result, got ")
             << AffineMapAttr::get(op.getMatchingIndexingMap(&init)) << " into "
             << init.get().getType();
  }
  return success();
}

FailureOr<gpu::GPUModuleOp> amp::emitGeneralKernel(func::FuncOp source,
                                                   const ChipInfo &) {
  linalg::LinalgOp root;
  for (auto op : source.front().getOps<linalg::LinalgOp>()) {
    if (failed(checkResults(op)))
      return failure();
    if (!root && op.getNumReductionLoops() != 0)
      root = op;
  }
  if (!root)
    return emitPointwiseKernel(source);
  auto generic = dyn_cast<linalg::GenericOp>(root.getOperation());
  if (generic && getTrailingReduction(generic) &&
      (!isTensorRoot(generic) || !returnsItsResultsOnly(source, root)))
    return emitRowKernel(source, generic);
  return emitReductionKernel(source, root);
}
