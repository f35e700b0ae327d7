//===- LoopNest.cpp - A linalg op as loops over strided data --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

int64_t LoopNest::countPoints() const {
  int64_t points = 1;
  for (const NestLoop &loop : loops)
    points *= loop.extent;
  return points;
}

int64_t LoopNest::countOps() const {
  Block *body = linalg::GenericOp(op).getBody();
  return static_cast<int64_t>(body->getOperations().size());
}

ArrayRef<NestOperand> LoopNest::getOwnOperands() const {
  return ArrayRef(operands).take_front(linalg::GenericOp(op)->getNumOperands());
}

bool LoopNest::coversBuffer(const NestOperand &operand) const {
  SmallVector<std::pair<int64_t, int64_t>> steps;
  for (auto [loop, stride] : llvm::zip_equal(loops, operand.strides))
    if (loop.extent != 1 && stride != 0)
      steps.emplace_back(stride, loop.extent);
  llvm::sort(steps);
  int64_t reached = 1;
  for (auto [stride, extent] : steps) {
    if (stride != reached)
      return false;
    reached *= extent;
  }
  return reached == cast<MemRefType>(operand.value.getType()).getNumElements();
}

void LoopNest::permute(ArrayRef<unsigned> order) {
  SmallVector<NestLoop> oldLoops = loops;
  for (auto [place, from] : llvm::enumerate(order))
    loops[place] = oldLoops[from];
  for (NestOperand &operand : operands) {
    if (operand.scalar)
      continue;
    SmallVector<int64_t> old = operand.strides;
    for (auto [place, from] : llvm::enumerate(order))
      operand.strides[place] = old[from];
  }
}

/// Whether loop `i` continues loop `i + 1` in every operand.
static bool canMerge(const LoopNest &nest, unsigned i) {
  if (nest.loops[i].reduction != nest.loops[i + 1].reduction)
    return false;
  for (const NestOperand &operand : nest.operands)
    if (!operand.scalar &&
        operand.strides[i] != operand.strides[i + 1] * nest.loops[i + 1].extent)
      return false;
  return true;
}

void LoopNest::mergeLoops(unsigned apart) {
  if (!linalg::GenericOp(op).getBody()->getOps<linalg::IndexOp>().empty())
    return;
  for (unsigned i = loops.size(); i-- > 0;) {
    // Loops of one turn merge with anything: their stride means nothing.
    bool once = loops[i].extent == 1 && loops.size() > 1;
    if (once ||
        (i + 1 != apart && i + 1 < loops.size() && canMerge(*this, i))) {
      if (!once)
        loops[i + 1].extent *= loops[i].extent;
      loops.erase(loops.begin() + i);
      apart -= i < apart;
      for (NestOperand &operand : operands)
        if (!operand.scalar)
          operand.strides.erase(operand.strides.begin() + i);
      i = std::min<unsigned>(i + 1, loops.size());
    }
  }
}

static bool hasLLVMType(Type element) {
  return element.isF32() || element.isF64() || element.isF16() ||
         element.isBF16() || element.isIndex() || element.isSignlessInteger();
}

/// Fills in strides and offset of an operand that is read through `map`.
static LogicalResult addStrides(NestOperand &operand, MemRefType type,
                                AffineMap map) {
  SmallVector<int64_t> dimStrides;
  int64_t ignored;
  if (failed(type.getStridesAndOffset(dimStrides, ignored)) ||
      llvm::any_of(dimStrides, ShapedType::isDynamic))
    return failure();
  operand.strides.assign(map.getNumDims(), 0);
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), dimStrides)) {
    SmallVector<int64_t> coefficients;
    if (failed(
            getFlattenedAffineExpr(expr, map.getNumDims(), 0, &coefficients)) ||
        coefficients.size() != map.getNumDims() + 1)
      return failure();
    for (unsigned i = 0; i < map.getNumDims(); ++i)
      operand.strides[i] += stride * coefficients[i];
    operand.offset += stride * coefficients.back();
  }
  return success();
}

/// Whether `type` can cross into a kernel as a pointer to its first element.
static bool isPointerView(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t ignored;
  return type.hasStaticShape() &&
         succeeded(type.getStridesAndOffset(strides, ignored)) &&
         llvm::none_of(strides, ShapedType::isDynamic);
}

FailureOr<LoopNest> cpu::getLoopNest(linalg::GenericOp op) {
  LoopNest nest;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    if (auto type = dyn_cast<MemRefType>(value.getType()))
      if (!isPointerView(type))
        return failure();
  nest.op = op;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [i, extent] : llvm::enumerate(extents)) {
    if (ShapedType::isDynamic(extent))
      return failure();
    bool reduction =
        op.getIteratorTypesArray()[i] == utils::IteratorType::reduction;
    nest.loops.push_back({extent, reduction, static_cast<unsigned>(i)});
  }
  for (OpOperand &use : op->getOpOperands()) {
    NestOperand operand;
    operand.value = use.get();
    operand.output = op.isDpsInit(&use);
    auto type = dyn_cast<MemRefType>(use.get().getType());
    operand.scalar = !type;
    Type element = type ? type.getElementType() : use.get().getType();
    if (!hasLLVMType(element))
      return failure();
    if (type &&
        failed(addStrides(operand, type, op.getMatchingIndexingMap(&use))))
      return failure();
    nest.operands.push_back(std::move(operand));
  }
  return nest;
}

Value cpu::getBufferRoot(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (isa<memref::AllocOp, memref::GetGlobalOp>(op) ||
        op->hasAttr(inputAttrName))
      return memref;
    auto view = dyn_cast<ViewLikeOpInterface>(op);
    if (!view)
      return nullptr;
    memref = view.getViewSource();
  }
  auto argument = cast<BlockArgument>(memref);
  auto func = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  bool entry = func && argument.getOwner()->isEntryBlock();
  return entry ? memref : nullptr;
}

bool cpu::isApart(Value output, ValueRange others) {
  Value root = getBufferRoot(output);
  return root && root.getDefiningOp<memref::AllocOp>() &&
         llvm::all_of(others, [&](Value other) {
           if (!isa<MemRefType>(other.getType()))
             return true;
           Value otherRoot = getBufferRoot(other);
           return otherRoot && otherRoot != root;
         });
}
