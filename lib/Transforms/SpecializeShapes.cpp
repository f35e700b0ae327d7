//===- SpecializeShapes.cpp - A model of any size for one size ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry's arguments get their sizes and are cast to the types they had.
// From there the sizes spread as casts that are pushed behind each op:
// upstream's canonicalization does that for linalg, tensor and loops; patterns
// here for what it leaves (reshapes to a constant shape, elementwise ops, ops
// that infer their types, such as TOSA's, and branches). In the end results get
// the sizes that their casts hide.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Entry.h"
#include "AmpDialect/Transforms/FoldSizes.h"
#include "AmpDialect/Transforms/InlinedSize.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SPECIALIZESHAPESPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Extents of which ShapedType::kDynamic are not known.
using Shape = SmallVector<int64_t>;

/// What is known of a size by one of two types, or by both.
static std::optional<int64_t> meet(int64_t a, int64_t b) {
  if (ShapedType::isDynamic(a))
    return b;
  if (ShapedType::isDynamic(b) || a == b)
    return a;
  return std::nullopt;
}

/// `type` with the sizes of `shape` where it has none; null if they differ, or
/// add nothing.
static RankedTensorType refine(RankedTensorType type, ArrayRef<int64_t> shape) {
  if (!type || type.getRank() != int64_t(shape.size()))
    return nullptr;
  Shape sizes;
  for (auto [old, known] : llvm::zip_equal(type.getShape(), shape)) {
    std::optional<int64_t> size = meet(old, known);
    if (!size)
      return nullptr;
    sizes.push_back(*size);
  }
  return ArrayRef(sizes) == type.getShape() ? nullptr : type.clone(sizes);
}

static Attribute getEncoding(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type ? type.getEncoding() : Attribute();
}

/// What `value` was before a cast hid some of its sizes; `value` if none did.
static Value getRefined(Value value) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  if (!cast || !tensor::canFoldIntoConsumerOp(cast) ||
      getEncoding(cast.getSource()) != getEncoding(value))
    return value;
  return cast.getSource();
}

/// Whether `type` is a tensor with a size that is not known.
static bool isOpen(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && !(tensor.hasRank() && tensor.hasStaticShape());
}

/// Puts a clone of `op` with other operands and result types in its place, its
/// results cast to the types they had.
static void replaceRefined(Operation *op, ValueRange operands, TypeRange types,
                           PatternRewriter &rewriter) {
  IRMapping mapping;
  mapping.map(op->getOperands(), operands);
  Operation *refined = rewriter.clone(*op, mapping);
  // One value may be refined for one operand alone.
  refined->setOperands(operands);
  SmallVector<Value> results;
  for (auto [result, type] : llvm::zip_equal(refined->getResults(), types)) {
    Type old = result.getType();
    result.setType(type);
    results.push_back(type == old ? Value(result)
                                  : tensor::CastOp::create(
                                        rewriter, op->getLoc(), old, result));
  }
  rewriter.replaceOp(op, results);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// A reshape to sizes that are constants.
struct RefineReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    Value source = getRefined(op.getSource());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    Shape sizes = getSizes(op.getShape());
    RankedTensorType refined = type ? refine(type, sizes) : nullptr;
    if (!refined && source == op.getSource())
      return failure();
    replaceRefined(op, {source, op.getShape()},
                   {refined ? Type(refined) : op.getType()}, rewriter);
    return success();
  }

private:
  /// The numbers that the shape operand holds, as far as they are known.
  static Shape getSizes(Value shape) {
    DenseIntElementsAttr constant;
    if (matchPattern(shape, m_Constant(&constant)))
      return llvm::map_to_vector(
          constant.getValues<APInt>(),
          [](const APInt &size) { return size.getSExtValue(); });
    Shape sizes;
    if (auto elements = shape.getDefiningOp<tensor::FromElementsOp>())
      for (Value element : elements.getElements())
        sizes.push_back(
            getConstantIntValue(element).value_or(ShapedType::kDynamic));
    return sizes;
  }
};

/// An elementwise op on whole tensors (arith, math): all are of one shape.
struct RefineElementwise : RewritePattern {
  RefineElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumRegions() != 0)
      return failure();
    RankedTensorType shape = findShape(op);
    if (!shape)
      return failure();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(castTo(operand, shape, rewriter));
    auto types = llvm::map_to_vector(op->getResultTypes(), [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      RankedTensorType refined =
          tensor ? refine(tensor, shape.getShape()) : nullptr;
      return refined ? Type(refined) : type;
    });
    replaceRefined(op, operands, types, rewriter);
    return success();
  }

private:
  /// What is known of the shape by all operands together; null if that says no
  /// more than the op does. With a scalar among them (the condition of a
  /// select) the op takes one of two tensors, which need not have one shape:
  /// they say it if they agree.
  static RankedTensorType findShape(Operation *op) {
    bool picks =
        !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
    RankedTensorType known;
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(getRefined(operand).getType());
      if (!type)
        continue;
      if (!known)
        known = type;
      else if (picks && known.getShape() != type.getShape())
        return nullptr;
      else if (RankedTensorType more = refine(known, type.getShape()))
        known = more;
    }
    bool tellsMore =
        known && llvm::any_of(op->getResultTypes(), [&](Type type) {
          auto tensor = dyn_cast<RankedTensorType>(type);
          return tensor && refine(tensor, known.getShape());
        });
    return tellsMore ? known : nullptr;
  }
  static Value castTo(Value operand, RankedTensorType shape,
                      PatternRewriter &rewriter) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    RankedTensorType refined = type ? refine(type, shape.getShape()) : nullptr;
    if (!refined)
      return operand;
    Value source = getRefined(operand);
    if (source.getType() == refined)
      return source;
    return tensor::CastOp::create(rewriter, operand.getLoc(), refined, operand);
  }
};

/// An op that infers the shapes of its results from its operands (TOSA).
struct RefineInferred : OpInterfaceRewritePattern<InferShapedTypeOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(InferShapedTypeOpInterface op,
                                PatternRewriter &rewriter) const override {
    // What has regions hands values on to them.
    if (op->getNumRegions() != 0)
      return failure();
    auto operands = llvm::map_to_vector(op->getOperands(), getRefined);
    SmallVector<ShapedTypeComponents> shapes;
    bool refinesOperand = !llvm::equal(operands, op->getOperands());
    if (!refinesOperand && llvm::none_of(op->getResultTypes(), isOpen))
      return failure();
    if (failed(op.inferReturnTypeComponents(
            op->getContext(), op->getLoc(), ValueRange(operands),
            op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
            op->getRegions(), shapes)) ||
        shapes.size() != op->getNumResults())
      return failure();
    SmallVector<Type> types;
    for (auto [type, shape] : llvm::zip_equal(op->getResultTypes(), shapes)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      RankedTensorType refined =
          tensor && shape.hasRank() ? refine(tensor, shape.getDims()) : nullptr;
      types.push_back(refined ? Type(refined) : type);
    }
    if (!refinesOperand && llvm::equal(types, op->getResultTypes()))
      return failure();
    replaceRefined(op, operands, types, rewriter);
    return success();
  }
};

/// A branch whose ways agree on the size of what they yield.
struct RefineIf : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::IfOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() == 0)
      return failure();
    bool any = false;
    for (OpResult result : op.getResults()) {
      unsigned number = result.getResultNumber();
      Value ways[] = {getRefined(op.thenYield().getOperand(number)),
                      getRefined(op.elseYield().getOperand(number))};
      Type old = result.getType(), refined = ways[0].getType();
      if (refined == old || refined != ways[1].getType())
        continue;
      any = true;
      rewriter.modifyOpInPlace(
          op.thenYield(), [&] { op.thenYield().setOperand(number, ways[0]); });
      rewriter.modifyOpInPlace(
          op.elseYield(), [&] { op.elseYield().setOperand(number, ways[1]); });
      rewriter.modifyOpInPlace(op, [&] { result.setType(refined); });
      rewriter.setInsertionPointAfter(op);
      auto cast = tensor::CastOp::create(rewriter, op.getLoc(), old, result);
      rewriter.replaceAllUsesExcept(result, cast, cast);
    }
    return success(any);
  }
};

struct SpecializeShapesPass
    : amp::impl::SpecializeShapesPassBase<SpecializeShapesPass> {
  using Base::Base;
  void runOnOperation() override;

private:
  /// Gives one argument of `entry` its sizes, as `text` says (`0:1x128`).
  LogicalResult bind(func::FuncOp entry, StringRef text);
  /// Spreads sizes through `entry`.
  void spread(func::FuncOp entry);
};

} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The number and the shape in `NUMBER:SIZExSIZE...`; `?` stands for any size.
static std::optional<std::pair<unsigned, Shape>> parseShape(StringRef text) {
  auto [number, sizes] = text.split(':');
  std::pair<unsigned, Shape> parsed;
  if (number.getAsInteger(10, parsed.first) || sizes.empty())
    return std::nullopt;
  for (StringRef size : llvm::split(sizes, 'x')) {
    int64_t extent = ShapedType::kDynamic;
    if (size != "?" && (size.getAsInteger(10, extent) || extent < 0))
      return std::nullopt;
    parsed.second.push_back(extent);
  }
  return parsed;
}

LogicalResult SpecializeShapesPass::bind(func::FuncOp entry, StringRef text) {
  auto parsed = parseShape(text);
  if (!parsed)
    return emitError(entry.getLoc())
           << "expected the number of an argument and its shape, as 0:1x128, "
              "got '"
           << text << "'";
  auto &[number, shape] = *parsed;
  if (number >= entry.getNumArguments())
    return emitError(entry.getLoc())
           << "expected one of the " << entry.getNumArguments()
           << " arguments of '" << entry.getName() << "', got '" << text << "'";
  BlockArgument argument = entry.getArgument(number);
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (type && type.getShape() == ArrayRef(shape))
    return success();
  RankedTensorType refined = type ? refine(type, shape) : nullptr;
  if (!refined) {
    return emitError(amp::getKnownLoc(argument.getLoc(), entry.getLoc()))
           << "expected a shape that argument " << number << " of '"
           << entry.getName() << "' can have, got '" << text << "' for "
           << argument.getType();
  }
  argument.setType(refined);
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
  auto cast =
      tensor::CastOp::create(builder, argument.getLoc(), type, argument);
  argument.replaceAllUsesExcept(cast, cast);
  return success();
}

void SpecializeShapesPass::spread(func::FuncOp entry) {
  MLIRContext *context = &getContext();
  RewritePatternSet patterns(context);
  patterns.add<RefineReshape, RefineElementwise, RefineInferred, RefineIf>(
      context);
  amp::populateFoldSizesPatterns(patterns);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  // As canonicalize, which takes what it has if its patterns do not settle.
  (void)applyPatternsGreedily(entry, std::move(patterns));
}

/// Whether `function` calls one that takes or gives tensors of unknown sizes.
static bool callsWithUnknownSizes(func::FuncOp function) {
  return function
      .walk([&](func::CallOp call) {
        return llvm::any_of(call->getOperandTypes(), isOpen) ||
                       llvm::any_of(call->getResultTypes(), isOpen)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Gives the results of `entry` the sizes that casts hide where it returns;
/// what it returns in two sizes stays open.
static void refineResults(func::FuncOp entry) {
  SmallVector<func::ReturnOp> returns(entry.getOps<func::ReturnOp>());
  SmallVector<Type> results(entry.getResultTypes());
  for (auto [index, type] : llvm::enumerate(results)) {
    SmallVector<Value> refined;
    for (func::ReturnOp op : returns)
      refined.push_back(getRefined(op.getOperand(index)));
    if (refined.empty() || !llvm::all_equal(ValueRange(refined).getTypes()))
      continue;
    type = refined.front().getType();
    for (auto [op, value] : llvm::zip_equal(returns, refined)) {
      Operation *cast = op.getOperand(index).getDefiningOp();
      op.setOperand(index, value);
      if (cast && isOpTriviallyDead(cast))
        cast->erase();
    }
  }
  entry.setFunctionType(FunctionType::get(
      entry.getContext(), entry.getBody().getArgumentTypes(), results));
}

void SpecializeShapesPass::runOnOperation() {
  if (shapes.empty())
    return;
  FailureOr<func::FuncOp> entry =
      amp::findEntry(getOperation(), this->entry, /*mayBranch=*/true);
  if (failed(entry))
    return signalPassFailure();
  // An inlined body knows the sizes of its one caller.
  if (callsWithUnknownSizes(*entry)) {
    if (failed(amp::checkInlinedSize(getOperation())))
      return signalPassFailure();
    OpPassManager inliner(ModuleOp::getOperationName());
    inliner.addPass(createInlinerPass());
    if (failed(runPipeline(inliner, getOperation())))
      return signalPassFailure();
  }
  for (StringRef shape : shapes)
    if (failed(bind(*entry, shape)))
      return signalPassFailure();
  spread(*entry);
  refineResults(*entry);
}
