//===- Prepare.cpp - A mixed module to the form that kernels start from ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Conversion/CudaModel/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/ElementwiseFusion.h"
#include "AmpDialect/Transforms/Generics.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/Passes.h"
#include "ConstantResults.h"
#include "ForallToFor.h"
#include "GatherOperands.h"
#include "GatheredProducts.h"
#include "InlineCalls.h"
#include "PadChannels.h"
#include "ResultOrder.h"
#include "Roots.h"
#include "Rounding.h"
#include "ScalarTensors.h"
#include "SplitContractions.h"
#include "SplitRows.h"
#include "TransposeOperands.h"
#include "WriteInPart.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

namespace {

/// Fills stay (they are scalars to a kernel), convolutions keep their name.
bool staysNamed(Operation *op) {
  return isa<linalg::FillOp, linalg::GenericOp>(op) || isConvolutionRoot(op);
}

struct Generalize : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (staysNamed(op) || !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is kept by name");
    // What the user wants of the kernel comes along.
    Attribute config = op->getAttr(kGemmConfigAttrName);
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, op);
    if (succeeded(generic) && config)
      (*generic)->setAttr(kGemmConfigAttrName, config);
    return generic;
  }
};

/// Kernels do not stop (docs/gpu-models.md): an assertion would only keep ops
/// alive that compute nothing.
struct DropAssertion : OpRewritePattern<cf::AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(cf::AssertOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<linalg::LinalgOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "is the host's");
    rewriter.eraseOp(op);
    return success();
  }
};

/// linalg.pack and unpack by pads, reshapes, transposes and slices, which have
/// kernels.
template <typename OpTy, auto lower>
struct LowerRelayout : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is on buffers");
    return lower(rewriter, op, /*lowerPadLikeWithInsertSlice=*/false);
  }
};
using LowerPack = LowerRelayout<linalg::PackOp, linalg::lowerPack>;
using LowerUnPack = LowerRelayout<linalg::UnPackOp, linalg::lowerUnPack>;

struct DecomposeSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return rewriter.notifyMatchFailure(op, "does not decompose");
    rewriter.replaceOp(op, *parts);
    return success();
  }
};

/// Importers forget sizes in front of a concatenation and know them behind it.
struct ConcatOfCasts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    bool forgets = false;
    SmallVector<Value> parts;
    for (Value part : op.getInputs()) {
      auto cast = part.getDefiningOp<tensor::CastOp>();
      auto source = cast
                        ? dyn_cast<RankedTensorType>(cast.getSource().getType())
                        : RankedTensorType();
      bool knows = source && source.hasStaticShape();
      forgets |= knows;
      parts.push_back(knows ? Value(cast.getSource()) : part);
    }
    if (!forgets)
      return rewriter.notifyMatchFailure(op, "reads no cast of known sizes");
    Value whole =
        tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(), parts);
    if (whole.getType() != op.getType())
      whole =
          tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), whole);
    rewriter.replaceOp(op, whole);
    return success();
  }
};

/// A copy by permutation or broadcast whose body yields its only input.
bool isPureCopy(linalg::GenericOp op) {
  if (!op || !isPointwiseGeneric(op) || op.getNumDpsInputs() != 1 ||
      op.getNumResults() != 1)
    return false;
  auto yielded =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  return yielded && yielded.getArgNumber() == 0 &&
         op.getIndexingMapsArray()[0].isProjectedPermutation(true);
}

/// A tensor that a contraction reads repeated and cast, as a weight for each
/// row of a picture, is cast before it is repeated, which the next takes in.
struct CastBeforeBroadcast : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPointwiseGeneric(op) || !onlyCasts(op) ||
        !llvm::all_of(op->getUsers(), isTensorContraction))
      return rewriter.notifyMatchFailure(op, "is no operand of contractions");
    AffineMap map = op.getIndexingMapsArray()[0];
    auto source = dyn_cast<RankedTensorType>(op.getDpsInputs()[0].getType());
    if (!source || isPureCopy(op) || !map.isProjectedPermutation() ||
        map.getNumResults() == map.getNumDims())
      return rewriter.notifyMatchFailure(op, "casts and repeats no tensor");
    Location loc = op.getLoc();
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    Value small = tensor::EmptyOp::create(rewriter, loc, source.getShape(),
                                          result.getElementType());
    AffineMap whole = rewriter.getMultiDimIdentityMap(source.getRank());
    auto converted =
        createWithBodyOf(rewriter, op, op.getDpsInputs(), small, {whole, whole},
                         SmallVector<utils::IteratorType>(
                             source.getRank(), utils::IteratorType::parallel));
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange{result}, converted->getResults(), op.getDpsInits(),
        op.getIndexingMapsArray(), op.getIteratorTypesArray(),
        [](OpBuilder &b, Location loc, ValueRange arguments) {
          linalg::YieldOp::create(b, loc, arguments[0]);
        });
    return success();
  }
};

/// A contraction reads the source of a transposed or broadcast operand.
struct FoldCopyIntoContraction : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isTensorContraction(op))
      return rewriter.notifyMatchFailure(op, "is no contraction");
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto copy = input->get().getDefiningOp<linalg::GenericOp>();
      if (!isPureCopy(copy))
        continue;
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      unsigned number = input->getOperandNumber();
      maps[number] = copy.getIndexingMapsArray()[0].compose(maps[number]);
      if (!maps[number].isProjectedPermutation(/*allowZeroInResults=*/false))
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        input->set(copy.getDpsInputs()[0]);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is a copy");
  }
};

/// expand(pad(x)) is pad(expand(x)) where the expansion adds loops of one
/// iteration: a convolution then reads the pad itself. Undoes, round
/// convolutions, what folding of unit loops did to pads.
struct PadBehindExpansion : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getSrc().getDefiningOp<tensor::PadOp>();
    Value value = pad ? pad.getConstantPaddingValue() : Value();
    if (!value || !pad->hasOneUse() ||
        (pad.hasZeroLowPad() && pad.hasZeroHighPad()))
      return rewriter.notifyMatchFailure(op, "expands no pad");
    ArrayRef<int64_t> low = pad.getStaticLow(), high = pad.getStaticHigh();
    ArrayRef<int64_t> source = pad.getSourceType().getShape();
    if (ShapedType::isDynamicShape(low) || ShapedType::isDynamicShape(high))
      return rewriter.notifyMatchFailure(op, "pads by a variable amount");
    SmallVector<int64_t> newLow, newHigh, newSource;
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
      unsigned wide = 0;
      for (int64_t to : group)
        wide += op.getResultType().getDimSize(to) != 1;
      if (wide > 1)
        return rewriter.notifyMatchFailure(op, "splits a loop");
      bool placed = false;
      for (auto [position, to] : llvm::enumerate(group)) {
        bool last = position + 1 == group.size();
        bool here = !placed && (op.getResultType().getDimSize(to) != 1 || last);
        newLow.push_back(here ? low[dim] : 0);
        newHigh.push_back(here ? high[dim] : 0);
        newSource.push_back(here ? source[dim] : 1);
        placed |= here;
      }
    }
    auto elementType = pad.getSourceType().getElementType();
    auto expanded = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), RankedTensorType::get(newSource, elementType),
        pad.getSource(), op.getReassociationIndices());
    auto toAttributes = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(rewriter.getContext(), values);
    };
    rewriter.replaceOpWithNewOp<tensor::PadOp>(op, op.getResultType(), expanded,
                                               toAttributes(newLow),
                                               toAttributes(newHigh), value);
    return success();
  }
};

/// Whether `value` is a contraction's result, or an elementwise op on one.
bool comesFromRoot(Value value) {
  Operation *op = stripViews(value).getDefiningOp();
  if (!op || isTensorRoot(op))
    return op != nullptr;
  return isPointwiseGeneric(op) && llvm::any_of(op->getOperands(), [](Value v) {
           Operation *source = stripViews(v).getDefiningOp();
           return source && isTensorRoot(source);
         });
}

/// Ops in a body, the terminator apart.
size_t countBody(linalg::GenericOp op) {
  return op.getBody()->getOperations().size() - 1;
}

/// Whether one op alone reads the only result of `op`.
bool isReadOnce(linalg::GenericOp op) {
  Operation *first = op->use_empty() ? nullptr : *op->user_begin();
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return user == first; });
}

/// Whether an elementwise op is cheaper done again by each reader than stored:
/// it reads nothing, or spreads a smaller value.
bool mayRepeat(linalg::GenericOp op) {
  if (op.getNumDpsInputs() == 0)
    return op.getBody()->getOps<tensor::ExtractOp>().empty();
  return countBody(op) <= 1 && op.getNumDpsInputs() == 1 &&
         !op.getIndexingMapsArray()[0].isIdentity() &&
         !comesFromRoot(op->getResult(0)) &&
         op.getIndexingMapsArray()[0].getNumResults() < op.getNumLoops();
}

arith::TruncFOp getMarkedRounding(linalg::GenericOp op) {
  return cuda::getMarkedRounding(op.getBody()->getTerminator()->getOperand(0));
}

/// What is done again for a reader that widens it is rounded there as well: a
/// contraction reads it rounded.
struct KeepRepeatedRounding : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isPointwiseGeneric(op) || op->getNumResults() != 1 ||
        !getMarkedRounding(op) || isReadOnce(op) || !mayRepeat(op))
      return rewriter.notifyMatchFailure(op, "is not rounded and done again");
    arith::TruncFOp cast = getMarkedRounding(op);
    rewriter.modifyOpInPlace(cast, [&] { keepRounding(cast); });
    return success();
  }
};

/// Only elementwise into elementwise, without doing work twice, and such that a
/// contraction keeps its own truncf when two contractions meet.
bool mayFuse(OpOperand *operand) {
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  if (!consumer || !producer || !isPointwiseGeneric(consumer) ||
      !isPointwiseGeneric(producer) || producer->getNumResults() != 1)
    return false;
  if (consumer.getNumDpsInputs() + producer.getNumDpsInputs() > 16)
    return false;
  // KeepRepeatedRounding comes first.
  if (!isReadOnce(producer) &&
      (!mayRepeat(producer) || getMarkedRounding(producer)))
    return false;
  if (!comesFromRoot(operand->get()))
    return true;
  for (Value other : consumer.getDpsInputs()) {
    Operation *op = stripViews(other).getDefiningOp();
    if (op && op != producer.getOperation() && comesFromRoot(other) &&
        op->getBlock() == producer->getBlock() && producer->isBeforeInBlock(op))
      return false;
  }
  return true;
}

template <typename Populate>
struct PatternPass
    : PassWrapper<PatternPass<Populate>, OperationPass<ModuleOp>> {
  PatternPass(StringRef name, Populate populate)
      : name(name), populate(populate) {}
  PatternPass(const PatternPass &other)
      : PassWrapper<PatternPass<Populate>, OperationPass<ModuleOp>>(other),
        name(other.name), populate(other.populate) {}
  StringRef getName() const override { return name; }
  void runOnOperation() override {
    RewritePatternSet patterns(&this->getContext());
    populate(patterns);
    (void)applyPatternsGreedily(this->getOperation(), std::move(patterns));
  }
  StringRef name;
  Populate populate;
};

template <typename Populate>
void addPatterns(OpPassManager &manager, StringRef name, Populate populate) {
  manager.addPass(std::make_unique<PatternPass<Populate>>(name, populate));
}

/// The loops of one iteration that may go. Upstream drops a pooling's loop over
/// its one result as well where the window does not reach the picture's end,
/// and the loop over the window no longer fits the picture's extent.
SmallVector<unsigned> getUnitLoops(linalg::GenericOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<AffineExpr> first;
  llvm::SmallBitVector unit(extents.size());
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    unit[loop] = extent == 1;
    first.push_back(extent == 1 ? getAffineConstantExpr(0, op.getContext())
                                : getAffineDimExpr(loop, op.getContext()));
  }
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), op.getShape(&operand))) {
      AffineExpr left = expr.replaceDims(first);
      auto loop = dyn_cast<AffineDimExpr>(left);
      bool fits = loop ? extents[loop.getPosition()] == extent
                       : !isa<AffineConstantExpr>(left) || extent == 1;
      if (fits)
        continue;
      expr.walk([&](AffineExpr part) {
        if (auto dim = dyn_cast<AffineDimExpr>(part))
          unit.reset(dim.getPosition());
      });
    }
  }
  return llvm::to_vector_of<unsigned>(unit.set_bits());
}

/// Notes the contractions over one element for the audit: they become
/// elementwise and are fused, and where they came from is lost.
struct NoteUnitProducts
    : PassWrapper<NoteUnitProducts, OperationPass<ModuleOp>> {
  StringRef getName() const override { return "amp-note-unit-products"; }
  void runOnOperation() override {
    SmallVector<Attribute> entries;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!isContractionRoot(op) || isConvolutionRoot(op) ||
          op.hasDynamicShape() || getDeclaredSizes(op)[3] != 1)
        return;
      NamedAttrList entry(makePlainEntry(op, "its K is 1, it sums nothing"));
      entry.set("location",
                StringAttr::get(op.getContext(), formatLocation(op.getLoc())));
      entries.push_back(entry.getDictionary(op.getContext()));
    });
    if (!entries.empty())
      getOperation()->setAttr(kUnitProductsAttrName,
                              ArrayAttr::get(&getContext(), entries));
  }
};

/// As upstream's pass, but convolutions keep their loops: the match of a kernel
/// counts on windows.
struct FoldUnitLoops : PassWrapper<FoldUnitLoops, OperationPass<ModuleOp>> {
  StringRef getName() const override { return "amp-fold-unit-loops"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    createLinalgFoldUnitExtentDimsPass()->getDependentDialects(registry);
  }
  void runOnOperation() override {
    linalg::ControlDropUnitDims control;
    auto upstream = control.controlFn;
    control.controlFn = [upstream](Operation *op) {
      if (isConvolutionRoot(op))
        return SmallVector<unsigned>();
      auto generic = dyn_cast<linalg::GenericOp>(op);
      return generic ? getUnitLoops(generic) : upstream(op);
    };
    RewritePatternSet fold(&getContext()), cleanUp(&getContext());
    linalg::populateFoldUnitExtentDimsPatterns(fold, control);
    walkAndApplyPatterns(getOperation(), std::move(fold));
    linalg::populateMoveInitOperandsToInputPattern(cleanUp);
    linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanUp,
                                                               control);
    // A product over one element is elementwise now.
    populateResultOrderPatterns(cleanUp);
    (void)applyPatternsGreedily(getOperation(), std::move(cleanUp));
  }
};

} // namespace

bool amp::hasTosa(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa_and_nonnull<tosa::TosaDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void amp::buildPrepareForKernels(OpPassManager &manager, bool withTosa,
                                 ConvLayout layout) {
  buildPrepareForLowering(manager);
  if (withTosa) {
    // First: the others refuse the ends of regions that this one takes away.
    manager.addNestedPass<func::FuncOp>(createTosaToSCFPass());
    TosaToLinalgOptions options;
    tosa::addTosaToLinalgPasses(manager, options, {}, std::nullopt);
    manager.addNestedPass<func::FuncOp>(createTosaToTensorPass());
    TosaToArithPassOptions arith;
    arith.includeApplyRescale = true;
    manager.addNestedPass<func::FuncOp>(createTosaToArithPass(arith));
  }
  addInlining(manager);
  manager.addPass(createSymbolDCEPass());
  manager.addPass(createExpandTensorOpsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(std::make_unique<NoteUnitProducts>());
  addPatterns(manager, "amp-generalize", [](RewritePatternSet &patterns) {
    patterns.add<Generalize, DecomposeSoftmax, DropAssertion, ConcatOfCasts,
                 LowerPack, LowerUnPack>(patterns.getContext());
    populateSplitConcatPatterns(patterns, /*most=*/128);
    populateBroadcastInitPatterns(patterns);
    populateConstantResultPatterns(patterns);
    populateForallToForPatterns(patterns);
    populateGatherOperandPatterns(patterns);
    populateResultOrderPatterns(patterns);
    populateScalarTensorPatterns(patterns);
    populateWriteInPartPatterns(patterns);
  });
  if (layout != ConvLayout::Keep) {
    addPatterns(manager, "amp-pad-channels", populatePadChannelsPatterns);
    ConvLayoutPassOptions options;
    options.mode = layout;
    manager.addPass(createConvLayoutPass(options));
  }
  manager.addPass(std::make_unique<FoldUnitLoops>());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // Before fusion, which would take the transposes for elementwise work.
  addPatterns(manager, "amp-fold-copies", [](RewritePatternSet &patterns) {
    patterns
        .add<CastBeforeBroadcast, FoldCopyIntoContraction, PadBehindExpansion>(
            patterns.getContext());
  });
  addPatterns(manager, "amp-gathered-products",
              populateGatheredProductsPatterns);
  addPatterns(manager, "amp-split-contractions",
              populateSplitContractionPatterns);
  addPatterns(manager, "amp-transpose-operands",
              populateTransposeOperandPatterns);
  addPatterns(manager, "amp-fuse-elementwise", [](RewritePatternSet &patterns) {
    populateElementwiseFusionPatterns(patterns, mayFuse);
    patterns.add<KeepRepeatedRounding>(patterns.getContext(), /*benefit=*/2);
    linalg::GenericOp::getCanonicalizationPatterns(patterns,
                                                   patterns.getContext());
  });
  // Those of the model alone, before kernels divide numbers of their own.
  manager.addPass(createDefineDivisionsPass());
  manager.addPass(createCanonicalizerPass());
  // A branch that computes nothing any more is a choice between tensors now.
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createCSEPass());
  // Behind fusion, which leaves each norm in few ops.
  addPatterns(manager, "amp-split-moments", populateSplitMomentsPatterns);
  addPatterns(manager, "amp-split-rows", populateSplitRowsPatterns);
  manager.addPass(createCSEPass());
}
