//===- Contraction.cpp - A contraction and what surrounds it --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// Looks through casts of any kind inside a body.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOpInterface>())
    value = cast->getOperand(0);
  return value;
}

/// Looks through ops `Cast` alone.
template <typename Cast> static Value strip(Value value) {
  while (auto cast = value.getDefiningOp<Cast>())
    value = cast.getIn();
  return value;
}

/// What is added to a running sum, before the casts that a kernel makes up for
/// or repeats: integers repeat the body. Sums of floats are at least as wide as
/// the body's (see docs/gpu.md): to widen a product, or to round it once to the
/// type that sums have, changes nothing else. Any other cast has to be kept.
static Operation *findTerm(Value term, bool floats) {
  if (!floats)
    return stripCasts(term).getDefiningOp();
  if (auto rounding = term.getDefiningOp<arith::TruncFOp>())
    return rounding.getIn().getType().getIntOrFloatBitWidth() <= 32
               ? rounding.getIn().getDefiningOp()
               : nullptr;
  return strip<arith::ExtFOp>(term).getDefiningOp();
}

/// The op whose first two operands are multiplied and added to `running`; null
/// if `sum` is none such. Sums may be stored in a narrower type than they have.
static Operation *findProductOf(Value sum, Value running) {
  Type type = running.getType();
  bool floats = isa<FloatType>(type);
  auto isRunning = [&](Value value) {
    return (floats ? strip<arith::ExtFOp>(value) : value) == running;
  };
  Operation *add = (floats ? strip<arith::TruncFOp>(sum) : sum).getDefiningOp();
  // Kernels sum up in f32, or in the type that is stored.
  if (!add || add->getNumResults() != 1 ||
      (floats && add->getResult(0).getType() != type &&
       !(isa<FloatType>(add->getResult(0).getType()) &&
         add->getResult(0).getType().getIntOrFloatBitWidth() <= 32)))
    return nullptr;
  if (auto fma = dyn_cast<math::FmaOp>(add))
    return isRunning(fma.getC()) ? add : nullptr;
  if (!isa<arith::AddFOp, arith::AddIOp>(add))
    return nullptr;
  for (unsigned side : {0u, 1u}) {
    Operation *product = findTerm(add->getOperand(side), floats);
    bool multiplies = isa_and_present<arith::MulFOp>(product) ||
                      (!floats && isa_and_present<arith::MulIOp>(product));
    if (multiplies && isRunning(add->getOperand(1 - side)))
      return product;
  }
  return nullptr;
}

/// The product of a multiply-add body, null if it is none.
static Operation *findProduct(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return nullptr;
  Block *body = op.getBlock();
  Operation *product =
      findProductOf(body->getTerminator()->getOperand(0), body->getArgument(2));
  if (!product)
    return nullptr;
  Value a = stripCasts(product->getOperand(0));
  Value b = stripCasts(product->getOperand(1));
  Value first = body->getArgument(0), second = body->getArgument(1);
  bool matches = (a == first && b == second) || (a == second && b == first);
  return matches ? product : nullptr;
}

bool mlir::amp::isMultiplyAdd(linalg::LinalgOp op) {
  return findProduct(op) != nullptr;
}

bool mlir::amp::isContractionRoot(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         linalgOp.getNumReductionLoops() > 0 && isMultiplyAdd(linalgOp);
}

Operation *mlir::amp::findContractionRoot(func::FuncOp kernel) {
  Operation *root = nullptr;
  if (kernel.isExternal())
    return nullptr;
  for (Operation &op : kernel.getBody().front()) {
    if (!isContractionRoot(&op))
      continue;
    if (root)
      return nullptr;
    root = &op;
  }
  return root;
}

int64_t Contraction::getExtent(ArrayRef<unsigned> loops) const {
  int64_t extent = 1;
  for (unsigned loop : loops)
    extent *= space.getSize(loop);
  return extent;
}

namespace {
/// Builds a Contraction step by step.
class Matcher {
public:
  explicit Matcher(func::FuncOp kernel, linalg::LinalgOp root)
      : result(std::make_unique<Contraction>(kernel, root)), c(*result) {}

  LogicalResult run();
  std::unique_ptr<Contraction> result;

private:
  LogicalResult addLoops();
  LogicalResult checkResult();
  LogicalResult followResult();
  LogicalResult followOp(Operation &op);
  LogicalResult followElementwise(linalg::LinalgOp op, OpOperand &from,
                                  ArrayRef<LinearForm> source);
  FailureOr<SmallVector<LinearForm>> expand(tensor::ExpandShapeOp op,
                                            ArrayRef<LinearForm> source);
  SmallVector<LinearForm> collapse(tensor::CollapseShapeOp op,
                                   ArrayRef<LinearForm> source);
  LogicalResult checkPosition(OpOperand &operand, ArrayRef<LinearForm> at);
  LogicalResult addResults();
  FailureOr<ContractionOperand> addOperand(unsigned number);
  FailureOr<SmallVector<LinearForm>>
  evaluate(linalg::LinalgOp op, AffineMap map, ArrayRef<LinearForm> loops);
  FailureOr<SmallVector<LinearForm>> getCoords(OpOperand &operand);
  void orderLoops();
  void swapOperands();

  Contraction &c;
  /// Loop i of the root.
  SmallVector<LinearForm> rootLoops;
  /// Coordinates of values that depend on the root's result.
  llvm::DenseMap<Value, SmallVector<LinearForm>> coords;
};
} // namespace

LogicalResult Matcher::addLoops() {
  SmallVector<int64_t> sizes = c.root.getStaticLoopRanges();
  SmallVector<AffineMap> maps = c.root.getIndexingMapsArray();
  SmallVector<utils::IteratorType> iterators = c.root.getIteratorTypesArray();
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    if (ShapedType::isDynamic(size))
      return c.root->emitError(
          "expected static shapes in a GPU kernel, got a dynamic dimension");
    bool inLhs = maps[0].isFunctionOfDim(loop);
    bool inRhs = maps[1].isFunctionOfDim(loop);
    LoopKind kind = LoopKind::Batch;
    if (iterators[loop] == utils::IteratorType::reduction)
      kind = LoopKind::K;
    else if (inLhs != inRhs)
      kind = inLhs ? LoopKind::M : LoopKind::N;
    c.space.add(size, kind);
  }
  for (unsigned loop = 0; loop < sizes.size(); ++loop)
    rootLoops.push_back(c.space.getLoop(loop));
  return success();
}

/// The results of `map` of `op`, whose loops run as `loops`.
FailureOr<SmallVector<LinearForm>>
Matcher::evaluate(linalg::LinalgOp op, AffineMap map,
                  ArrayRef<LinearForm> loops) {
  SmallVector<LinearForm> result;
  for (AffineExpr expr : map.getResults()) {
    FailureOr<LinearForm> form = c.space.evaluate(expr, loops);
    if (failed(form))
      return op->emitError("expected linear indexing maps in a GPU kernel");
    result.push_back(*form);
  }
  return result;
}

FailureOr<SmallVector<LinearForm>> Matcher::getCoords(OpOperand &operand) {
  return evaluate(c.root, c.root.getMatchingIndexingMap(&operand), rootLoops);
}

/// A thread holds one element of the root's result: what is made of it may be
/// read there alone.
LogicalResult Matcher::checkPosition(OpOperand &operand,
                                     ArrayRef<LinearForm> at) {
  auto known = coords.find(operand.get());
  if (llvm::all_of(llvm::zip_equal(known->second, at), [&](auto pair) {
        return c.space.equal(std::get<0>(pair), std::get<1>(pair));
      }))
    return success();
  Operation *op = operand.getOwner();
  return op->emitError() << "'" << op->getName()
                         << "' cannot follow a contraction in its kernel: it "
                            "reads operand #"
                         << operand.getOperandNumber()
                         << ", made of the contraction's result, at more than "
                            "one position";
}

/// Gives coordinates to the results of `op`, of which `from` reads the root's
/// result at `source`.
LogicalResult Matcher::followElementwise(linalg::LinalgOp op, OpOperand &from,
                                         ArrayRef<LinearForm> source) {
  AffineMap map = op.getMatchingIndexingMap(&from);
  if (!map.isPermutation() || op.getNumLoops() != op.getNumParallelLoops())
    return op->emitError() << "'" << op->getName()
                           << "' cannot follow a contraction in its kernel: "
                              "expected an elementwise op";
  SmallVector<LinearForm> loops(op.getNumLoops());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = source[dim];
  for (OpOperand &operand : op->getOpOperands()) {
    if (!coords.count(operand.get()) ||
        !op.payloadUsesValueFromOperand(&operand))
      continue;
    FailureOr<SmallVector<LinearForm>> at =
        evaluate(op, op.getMatchingIndexingMap(&operand), loops);
    if (failed(at) || failed(checkPosition(operand, *at)))
      return failure();
  }
  for (OpResult value : op->getResults()) {
    FailureOr<SmallVector<LinearForm>> forms =
        evaluate(op, op.getIndexingMapMatchingResult(value), loops);
    if (failed(forms))
      return failure();
    coords[value] = *forms;
  }
  return success();
}

/// The coordinates of the result of `op`, which reads `source`.
FailureOr<SmallVector<LinearForm>>
Matcher::expand(tensor::ExpandShapeOp op, ArrayRef<LinearForm> source) {
  SmallVector<LinearForm> forms;
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<int64_t> sizes;
    for (int64_t inner : group)
      sizes.push_back(op.getResultType().getDimSize(inner));
    FailureOr<SmallVector<LinearForm>> parts =
        c.space.split(source[dim], sizes);
    if (failed(parts))
      return op->emitError("this reshape cannot be part of the contraction's "
                           "kernel; leave it out");
    llvm::append_range(forms, *parts);
  }
  return forms;
}

SmallVector<LinearForm> Matcher::collapse(tensor::CollapseShapeOp op,
                                          ArrayRef<LinearForm> source) {
  SmallVector<LinearForm> forms;
  for (const auto &group : op.getReassociationIndices()) {
    LinearForm form = c.space.getZero();
    int64_t stride = 1;
    for (int64_t inner : llvm::reverse(group)) {
      c.space.accumulate(form, source[inner], stride);
      stride *= op.getSrcType().getDimSize(inner);
    }
    forms.push_back(form);
  }
  return forms;
}

/// Gives coordinates to what `op` makes of the root's result.
LogicalResult Matcher::followOp(Operation &op) {
  OpOperand *from = nullptr;
  for (OpOperand &operand : op.getOpOperands())
    if (!from && coords.count(operand.get()))
      from = &operand;
  if (!from || op.hasTrait<OpTrait::IsTerminator>())
    return success();
  SmallVector<LinearForm> source = coords[from->get()];
  for (LinearForm &form : source)
    c.space.update(form);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return followElementwise(linalgOp, *from, source);
  FailureOr<SmallVector<LinearForm>> forms = source;
  if (auto expanding = dyn_cast<tensor::ExpandShapeOp>(op)) {
    forms = expand(expanding, source);
  } else if (auto collapsing = dyn_cast<tensor::CollapseShapeOp>(op)) {
    forms = collapse(collapsing, source);
  } else if (isa<tensor::CastOp>(op) ||
             OpTrait::hasElementwiseMappableTraits(&op)) {
    for (OpOperand &operand : op.getOpOperands())
      if (coords.count(operand.get()) && failed(checkPosition(operand, source)))
        return failure();
  } else {
    return op.emitError() << "'" << op.getName()
                          << "' cannot follow a contraction in its kernel";
  }
  if (failed(forms))
    return failure();
  coords[op.getResult(0)] = *forms;
  return success();
}

/// Each element of the root's result belongs to one point of the outer loops.
LogicalResult Matcher::checkResult() {
  OpOperand &init = *c.root.getDpsInitOperand(0);
  AffineMap map = c.root.getMatchingIndexingMap(&init);
  auto type = cast<RankedTensorType>(init.get().getType());
  int64_t written = 1;
  for (unsigned loop = 0; loop < c.space.size(); ++loop)
    if (c.space.getKind(loop) != LoopKind::K)
      written *= c.space.getSize(loop);
  if (map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
      written == type.getNumElements())
    return success();
  return c.root->emitError("expected the loops of a GPU kernel to write each "
                           "element of its result once, got ")
         << AffineMapAttr::get(map) << " into " << type;
}

LogicalResult Matcher::followResult() {
  FailureOr<SmallVector<LinearForm>> own =
      getCoords(*c.root.getDpsInitOperand(0));
  if (failed(own))
    return failure();
  coords[c.root->getResult(0)] = *own;
  for (Operation &op : llvm::make_range(std::next(c.root->getIterator()),
                                        c.root->getBlock()->end()))
    if (failed(followOp(op)))
      return failure();
  return success();
}

LogicalResult Matcher::addResults() {
  unsigned inputs = c.kernel.getNumArguments();
  Operation *terminator = c.kernel.getBody().front().getTerminator();
  for (OpOperand &operand : terminator->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !type.hasStaticShape())
      return c.kernel->emitError("expected statically shaped tensors as "
                                 "results of a GPU kernel, got ")
             << operand.get().getType();
    auto forms = coords.find(operand.get());
    if (forms == coords.end())
      return c.kernel->emitError("expected each result of a contraction's "
                                 "kernel to depend on the contraction");
    FailureOr<ScalarRef> element =
        c.epilogue.demand(operand.get(), forms->second);
    if (failed(element))
      return failure();
    c.results.push_back(
        {*element, Access{inputs + operand.getOperandNumber(),
                          type.getElementType(),
                          getRowMajorOffset(c.space, type, forms->second),
                          {}}});
  }
  OpOperand &init = *c.root.getDpsInitOperand(0);
  auto fill = init.get().getDefiningOp<linalg::FillOp>();
  if (fill && (matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ||
               matchPattern(fill.getInputs()[0], m_Zero())))
    return success();
  FailureOr<SmallVector<LinearForm>> forms = getCoords(init);
  if (failed(forms))
    return failure();
  FailureOr<ScalarRef> element = c.epilogue.demand(init.get(), *forms);
  if (failed(element))
    return failure();
  c.init = *element;
  c.epilogue.addRootOperand(*element);
  return success();
}

/// What the body multiplies of what it reads as `argument`.
static Value getFactor(linalg::LinalgOp op, unsigned argument) {
  Operation *product = findProduct(op);
  Value block = op.getBlock()->getArgument(argument);
  // A square reads both arguments, each once.
  return product->getOperand(stripCasts(product->getOperand(0)) == block ? 0
                                                                         : 1);
}

/// The casts between the block argument and `factor`, first one first.
static SmallVector<Operation *> getCasts(Value factor) {
  SmallVector<Operation *> casts;
  while (auto cast = factor.getDefiningOp<CastOpInterface>()) {
    casts.push_back(cast);
    factor = cast->getOperand(0);
  }
  std::reverse(casts.begin(), casts.end());
  return casts;
}

/// Whether one rounding to the narrowest type on the way (exact where none is)
/// is all that `casts` do: widening keeps every value.
static bool roundOnce(ArrayRef<Operation *> casts) {
  unsigned roundings = 0;
  for (Operation *cast : casts) {
    if (auto rounding = dyn_cast<arith::TruncFOp>(cast)) {
      std::optional<arith::RoundingMode> mode = rounding.getRoundingmode();
      if (++roundings > 1 ||
          (mode && *mode != arith::RoundingMode::to_nearest_even))
        return false;
    } else if (!isa<arith::ExtFOp>(cast)) {
      return false;
    }
  }
  return true;
}

/// The type of the narrowest value on the way to the product.
static Type getNarrowest(Value factor) {
  auto width = [](Type type) { return KernelBuilder::getMemoryBits(type); };
  Type narrowest = factor.getType();
  while (auto cast = factor.getDefiningOp<CastOpInterface>()) {
    factor = cast->getOperand(0);
    if (width(factor.getType()) < width(narrowest))
      narrowest = factor.getType();
  }
  return narrowest;
}

FailureOr<ContractionOperand> Matcher::addOperand(unsigned number) {
  ContractionOperand operand{ElementProgram(c.space, c.root), {}, {}, {}};
  OpOperand &use = c.root->getOpOperand(number);
  FailureOr<SmallVector<LinearForm>> forms = getCoords(use);
  if (failed(forms))
    return failure();
  FailureOr<ScalarRef> element = operand.program.demand(use.get(), *forms);
  if (failed(element))
    return failure();
  operand.element = *element;
  Value factor = getFactor(c.root, number);
  SmallVector<Operation *> casts = getCasts(factor);
  // Sums of integers repeat the body, casts and all.
  bool floats =
      isa<FloatType>(getElementTypeOrSelf(c.root->getResult(0).getType()));
  operand.computeType = getNarrowest(factor);
  auto narrow = dyn_cast<FloatType>(operand.computeType);
  bool known = !narrow || narrow.getWidth() >= 16 || isFloat8(narrow);
  if (floats && !(known && roundOnce(casts))) {
    operand.element = operand.program.addCasts(*element, casts);
    operand.computeType = factor.getType();
    return operand;
  }
  const ElementProgram::Node &node = operand.program.getNode(element->node);
  if (node.access)
    operand.access = *node.access;
  return operand;
}

void mlir::amp::orderBy(SmallVectorImpl<unsigned> &loops,
                        const LinearForm &offset) {
  llvm::sort(loops, [&](unsigned a, unsigned b) {
    int64_t first = std::abs(offset.coefs[a]);
    int64_t second = std::abs(offset.coefs[b]);
    return first != second ? first > second : a < b;
  });
}

/// Sorts each group of loops so that the flattened index walks memory forwards:
/// the result for parallel loops, for K the operand that is contiguous in it.
void Matcher::orderLoops() {
  for (unsigned loop = 0; loop < c.space.size(); ++loop) {
    if (c.space.getSize(loop) == 1)
      continue;
    LoopKind kind = c.space.getKind(loop);
    (kind == LoopKind::Batch ? c.batch
     : kind == LoopKind::M   ? c.m
     : kind == LoopKind::N   ? c.n
                             : c.k)
        .push_back(loop);
  }
  LinearForm stored = c.results.front().access.offset;
  orderBy(c.batch, stored);
  orderBy(c.m, stored);
  orderBy(c.n, stored);
  auto contiguous = [&](const std::optional<Access> &access) {
    return access && llvm::any_of(c.k, [&](unsigned loop) {
             return access->offset.coefs[loop] == 1;
           });
  };
  // A filter is dense where an image is gathered: it decides at a draw.
  const std::optional<Access> &lhs = c.lhs->access, &rhs = c.rhs->access;
  if (contiguous(lhs) && !(contiguous(rhs) && lhs->guards.size()))
    orderBy(c.k, lhs->offset);
  else if (contiguous(rhs) || !lhs)
    orderBy(c.k, rhs ? rhs->offset : stored);
  else
    orderBy(c.k, lhs->offset);
}

/// Makes the loop that is contiguous in the result an N loop.
void Matcher::swapOperands() {
  const LinearForm &stored = c.results.front().access.offset;
  auto isContiguous = [&](unsigned loop) {
    return std::abs(stored.coefs[loop]) == 1;
  };
  bool swap =
      llvm::any_of(c.m, isContiguous) ||
      (c.n.empty() && !c.m.empty() && llvm::none_of(c.batch, isContiguous));
  if (!swap)
    return;
  std::swap(c.m, c.n);
  std::swap(c.lhs, c.rhs);
  c.swapped = true;
}

LogicalResult Matcher::run() {
  for (Type type : c.kernel.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor ? !tensor.hasStaticShape() : !type.isIntOrIndexOrFloat())
      return c.kernel->emitError("expected statically shaped tensors and "
                                 "scalars as arguments of a GPU kernel, got ")
             << type;
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (element && element.getWidth() < 16 && !isFloat8(element))
      return c.kernel->emitError("expected floats of a GPU kernel to be "
                                 "f8E4M3FN, f8E5M2 or of 16 bits and more, "
                                 "got ")
             << element;
  }
  if (failed(addLoops()) || failed(checkResult()) || failed(followResult()) ||
      failed(addResults()))
    return failure();
  FailureOr<ContractionOperand> lhs = addOperand(0);
  if (failed(lhs))
    return failure();
  c.lhs = std::make_unique<ContractionOperand>(std::move(*lhs));
  FailureOr<ContractionOperand> rhs = addOperand(1);
  if (failed(rhs))
    return failure();
  c.rhs = std::make_unique<ContractionOperand>(std::move(*rhs));
  // Loops may have been split until here.
  c.epilogue.update();
  for (ContractionOperand *operand : {c.lhs.get(), c.rhs.get()}) {
    operand->program.update();
    if (operand->access)
      operand->access = operand->program.getNode(operand->element.node).access;
  }
  for (KernelResult &kernelResult : c.results)
    c.space.update(kernelResult.access.offset);
  orderLoops();
  swapOperands();
  return success();
}

FailureOr<std::unique_ptr<Contraction>>
mlir::amp::matchContraction(func::FuncOp kernel) {
  Operation *root = findContractionRoot(kernel);
  if (!root)
    return kernel->emitError(
        "expected exactly one contraction or convolution in the kernel");
  Matcher matcher(kernel, cast<linalg::LinalgOp>(root));
  if (failed(matcher.run()))
    return failure();
  return std::move(matcher.result);
}
