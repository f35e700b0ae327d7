//===- ElementProgram.cpp - Elementwise ops as scalar code ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

LinearForm mlir::amp::getRowMajorOffset(const LoopSpace &space,
                                        RankedTensorType type,
                                        ArrayRef<LinearForm> coords) {
  LinearForm offset = space.getZero();
  int64_t stride = 1;
  for (unsigned dim = coords.size(); dim-- > 0;) {
    space.accumulate(offset, coords[dim], stride);
    stride *= type.getDimSize(dim);
  }
  return offset;
}

/// True for a tensor.pad whose every padding element is zero.
static bool padsWithZero(tensor::PadOp pad) {
  Value value = pad.getConstantPaddingValue();
  return value && (matchPattern(value, m_AnyZeroFloat()) ||
                   matchPattern(value, m_Zero()));
}

LogicalResult ElementProgram::resolvePad(tensor::PadOp pad, Resolved &at) {
  if (!padsWithZero(pad))
    return pad.emitError("expected padding with zero in a GPU kernel");
  auto low = getConstantIntValues(pad.getMixedLowPad());
  if (!low)
    return pad.emitError("expected static padding in a GPU kernel");
  for (auto [dim, amount] : llvm::enumerate(*low)) {
    at.coords[dim].constant -= amount;
    int64_t limit = pad.getSourceType().getDimSize(dim);
    if (amount != 0 || limit != pad.getResultType().getDimSize(dim))
      at.guards.push_back({at.coords[dim], limit});
  }
  at.value = pad.getSource();
  return success();
}

LogicalResult ElementProgram::resolveSlice(tensor::ExtractSliceOp slice,
                                           Resolved &at) {
  if (llvm::any_of(slice.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(slice.getStaticStrides(), ShapedType::isDynamic))
    return slice.emitError("expected a static slice in a GPU kernel");
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<LinearForm> source;
  unsigned next = 0;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    LinearForm form = space.getZero();
    if (!dropped.test(dim))
      space.accumulate(form, at.coords[next++], slice.getStaticStrides()[dim]);
    form.constant += slice.getStaticOffsets()[dim];
    source.push_back(form);
  }
  at.coords = source;
  at.value = slice.getSource();
  return success();
}

FailureOr<ElementProgram::Resolved>
ElementProgram::resolveLayout(Value value, ArrayRef<LinearForm> coords) {
  Resolved at{value, SmallVector<LinearForm>(coords), {}};
  for (;;) {
    Operation *op = at.value.getDefiningOp();
    if (!op || op == root)
      return at;
    if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      at.value = cast.getSource();
    } else if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      if (failed(resolvePad(pad, at)))
        return failure();
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      if (failed(resolveSlice(slice, at)))
        return failure();
    } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      SmallVector<LinearForm> source;
      for (const auto &group : expand.getReassociationIndices()) {
        LinearForm form = space.getZero();
        int64_t stride = 1;
        for (int64_t dim : llvm::reverse(group)) {
          space.accumulate(form, at.coords[dim], stride);
          stride *= expand.getResultType().getDimSize(dim);
        }
        source.push_back(form);
      }
      at.coords = source;
      at.value = expand.getSrc();
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      SmallVector<LinearForm> source;
      for (auto [dim, group] :
           llvm::enumerate(collapse.getReassociationIndices())) {
        SmallVector<int64_t> sizes;
        for (int64_t inner : group)
          sizes.push_back(collapse.getSrcType().getDimSize(inner));
        FailureOr<SmallVector<LinearForm>> parts =
            space.split(at.coords[dim], sizes);
        if (failed(parts))
          return op->emitError("cannot address through this reshape in a GPU "
                               "kernel; leave it out of the kernel");
        llvm::append_range(source, *parts);
      }
      at.coords = source;
      at.value = collapse.getSrc();
    } else if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
      SmallVector<LinearForm> source(at.coords.size(), space.getZero());
      for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
        source[from] = at.coords[dim];
      at.coords = source;
      at.value = transpose.getInput();
    } else if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
      SmallVector<LinearForm> source;
      for (auto [dim, form] : llvm::enumerate(at.coords))
        if (!llvm::is_contained(broadcast.getDimensions(), int64_t(dim)))
          source.push_back(form);
      at.coords = source;
      at.value = broadcast.getInput();
    } else {
      return at;
    }
  }
}

FailureOr<ScalarRef> ElementProgram::getOrCreate(Value value,
                                                 ArrayRef<LinearForm> coords) {
  FailureOr<Resolved> at = resolveLayout(value, coords);
  if (failed(at))
    return failure();
  auto result = dyn_cast<OpResult>(at->value);
  bool isRoot = result && result.getOwner() == root;
  unsigned index = result && !isRoot ? result.getResultNumber() : 0;
  auto sameCoords = [&](const Node &node) {
    return node.coords.size() == at->coords.size() &&
           llvm::all_of(
               llvm::zip_equal(node.coords, at->coords), [&](auto pair) {
                 return space.equal(std::get<0>(pair), std::get<1>(pair));
               });
  };
  std::optional<unsigned> found;
  for (auto [number, node] : llvm::enumerate(nodes)) {
    bool sameSource = result && !isRoot ? node.op == result.getOwner()
                                        : node.value == at->value;
    if (sameSource && sameCoords(node) && (!node.access || at->guards.empty()))
      found = number;
  }
  if (!found) {
    Node node;
    node.value = at->value;
    node.coords = at->coords;
    node.isRoot = isRoot;
    if (result && !isRoot)
      node.op = result.getOwner();
    if (auto argument = dyn_cast<BlockArgument>(at->value)) {
      auto type = cast<RankedTensorType>(argument.getType());
      node.access =
          Access{argument.getArgNumber(), type.getElementType(),
                 getRowMajorOffset(space, type, at->coords), at->guards};
      at->guards.clear();
    }
    found = nodes.size();
    nodes.push_back(std::move(node));
    if (nodes.back().op)
      pending.push_back(*found);
  }
  ScalarRef ref{*found, index};
  if (at->guards.empty())
    return ref;
  Node guard;
  guard.operands.push_back(ref);
  guard.guards = at->guards;
  nodes.push_back(std::move(guard));
  return ScalarRef{unsigned(nodes.size() - 1), 0};
}

FailureOr<ScalarRef> ElementProgram::demand(Value value,
                                            ArrayRef<LinearForm> coords) {
  FailureOr<ScalarRef> wanted = getOrCreate(value, coords);
  if (failed(wanted))
    return failure();
  while (!pending.empty())
    if (failed(expand(pending.pop_back_val())))
      return failure();
  return wanted;
}

LogicalResult ElementProgram::expand(unsigned number) {
  Operation *op = nodes[number].op;
  if (isa<linalg::LinalgOp>(op))
    return expandLinalg(number);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
        elements && elements.isSplat())
      return success();
    return op->emitError("expected a splat constant in a GPU kernel; pass "
                         "other tensors as arguments");
  }
  if (!OpTrait::hasElementwiseMappableTraits(op))
    return op->emitError() << "'" << op->getName()
                           << "' cannot be part of a contraction's kernel";
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType())) {
      nodes[number].operands.push_back(std::nullopt);
      continue;
    }
    SmallVector<LinearForm> coords = nodes[number].coords;
    FailureOr<ScalarRef> ref = getOrCreate(operand, coords);
    if (failed(ref))
      return failure();
    nodes[number].operands.push_back(*ref);
  }
  return success();
}

LogicalResult ElementProgram::expandLinalg(unsigned number) {
  auto op = cast<linalg::LinalgOp>(nodes[number].op);
  auto value = cast<OpResult>(nodes[number].value);
  AffineMap map = op.getIndexingMapMatchingResult(value);
  if (op.getNumLoops() != op.getNumParallelLoops() || !map.isPermutation())
    return op->emitError() << "'" << op->getName()
                           << "' cannot be part of a contraction's kernel: "
                              "expected an elementwise op";
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (llvm::any_of(captured,
                   [](Value v) { return isa<ShapedType>(v.getType()); }))
    return op->emitError() << "'" << op->getName()
                           << "' cannot be part of a contraction's kernel: its "
                              "body reads a tensor by index";
  SmallVector<LinearForm> loops(op.getNumLoops(), space.getZero());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = nodes[number].coords[dim];
  nodes[number].loops = loops;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<ScalarRef> scalar;
    if (op.payloadUsesValueFromOperand(&operand) &&
        isa<RankedTensorType>(operand.get().getType())) {
      SmallVector<LinearForm> coords;
      for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
        FailureOr<LinearForm> form = space.evaluate(expr, loops);
        if (failed(form))
          return op->emitError("expected linear indexing maps in a GPU kernel");
        coords.push_back(*form);
      }
      FailureOr<ScalarRef> ref = getOrCreate(operand.get(), coords);
      if (failed(ref))
        return failure();
      scalar = *ref;
    }
    nodes[number].operands.push_back(scalar);
  }
  return success();
}

SmallVector<unsigned> ElementProgram::getOrder() const {
  SmallVector<unsigned> order;
  SmallVector<uint8_t> state(nodes.size(), 0); // 1: opened, 2: done.
  for (unsigned start = 0; start < nodes.size(); ++start) {
    SmallVector<unsigned> stack{start};
    while (!stack.empty()) {
      unsigned node = stack.back();
      if (state[node] != 0) {
        stack.pop_back();
        if (state[node] == 1)
          order.push_back(node);
        state[node] = 2;
        continue;
      }
      state[node] = 1;
      for (const std::optional<ScalarRef> &ref : nodes[node].operands)
        if (ref && state[ref->node] == 0)
          stack.push_back(ref->node);
    }
  }
  return order;
}

ScalarRef ElementProgram::addCasts(ScalarRef element,
                                   ArrayRef<Operation *> casts) {
  for (Operation *cast : casts) {
    Node node;
    node.op = cast;
    node.operands.push_back(element);
    element = {unsigned(nodes.size()), 0};
    nodes.push_back(std::move(node));
  }
  return element;
}

void ElementProgram::addRootOperand(ScalarRef operand) {
  for (Node &node : nodes)
    if (node.isRoot)
      node.operands.push_back(operand);
}

void ElementProgram::update() {
  for (Node &node : nodes) {
    for (LinearForm &form : node.coords)
      space.update(form);
    for (LinearForm &form : node.loops)
      space.update(form);
    for (Guard &guard : node.guards)
      space.update(guard.form);
    if (!node.access)
      continue;
    space.update(node.access->offset);
    for (Guard &guard : node.access->guards)
      space.update(guard.form);
  }
}

/// A scalar that is defined outside a body: constants, arguments (as they are,
/// see KernelFrame) and arithmetic on them.
static Value cloneScalar(OpBuilder &b, Value value, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  SmallVector<Operation *> chain;
  SmallVector<Value> stack{value};
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val().getDefiningOp();
    if (!op || llvm::is_contained(chain, op))
      continue;
    chain.push_back(op);
    llvm::append_range(stack, op->getOperands());
  }
  for (Operation *op : llvm::reverse(chain))
    if (!mapping.contains(op->getResult(0)))
      b.clone(*op, mapping);
  return mapping.lookupOrDefault(value);
}

static SmallVector<Value>
emitBody(OpBuilder &b, linalg::LinalgOp op, ArrayRef<LinearForm> loops,
         ValueRange operands,
         llvm::function_ref<Value(const LinearForm &)> index) {
  IRMapping mapping;
  Block *body = op.getBlock();
  for (auto [argument, operand, scalar] :
       llvm::zip_equal(body->getArguments(), op->getOperands(), operands)) {
    if (scalar)
      mapping.map(argument, scalar);
    else if (!isa<ShapedType>(operand.getType()))
      mapping.map(argument, cloneScalar(b, operand, mapping));
  }
  for (Operation &inner : body->without_terminator()) {
    if (isa<cf::AssertOp>(inner)) // A kernel cannot stop the host.
      continue;
    if (auto position = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(position.getResult(), index(loops[position.getDim()]));
      continue;
    }
    for (Value operand : inner.getOperands())
      if (operand.getParentBlock() != body)
        mapping.map(operand, cloneScalar(b, operand, mapping));
    b.clone(inner, mapping);
  }
  SmallVector<Value> results;
  for (Value yielded : body->getTerminator()->getOperands())
    results.push_back(yielded.getParentBlock() == body
                          ? mapping.lookup(yielded)
                          : cloneScalar(b, yielded, mapping));
  return results;
}

SmallVector<Value>
ElementProgram::emitNode(OpBuilder &b, const Node &node, ValueRange operands,
                         llvm::function_ref<Value(const LinearForm &)> index) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(node.op))
    return emitBody(b, linalgOp, node.loops, operands, index);
  if (auto constant = dyn_cast<arith::ConstantOp>(node.op)) {
    auto splat =
        cast<DenseElementsAttr>(constant.getValue()).getSplatValue<TypedAttr>();
    return {arith::ConstantOp::create(b, constant.getLoc(), splat)};
  }
  IRMapping mapping;
  OperationState state(node.op->getLoc(), node.op->getName());
  for (auto [operand, scalar] :
       llvm::zip_equal(node.op->getOperands(), operands))
    state.operands.push_back(scalar ? scalar
                                    : cloneScalar(b, operand, mapping));
  for (Type type : node.op->getResultTypes())
    state.types.push_back(getElementTypeOrSelf(type));
  state.attributes = llvm::to_vector(node.op->getAttrs());
  Operation *clone = b.create(state);
  return SmallVector<Value>(clone->getResults());
}
