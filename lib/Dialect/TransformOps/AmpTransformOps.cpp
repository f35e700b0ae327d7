//===- AmpTransformOps.cpp - Transform dialect extension ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/TransformOps/AmpTransformOps.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::transform;

#define GET_OP_CLASSES
#include "AmpDialect/TransformOps/AmpTransformOps.cpp.inc"

//===----------------------------------------------------------------------===//
// AmpAutocastOp
//===----------------------------------------------------------------------===//

/// Reads the option `name`, one of the names in `cases`; fails with an error on
/// `op` otherwise.
template <typename EnumT>
static LogicalResult readChoice(Operation *op, StringRef name, StringRef text,
                                EnumT &choice,
                                ArrayRef<std::pair<StringRef, EnumT>> cases) {
  for (auto [caseName, value] : cases) {
    if (text != caseName)
      continue;
    choice = value;
    return success();
  }
  InFlightDiagnostic diag = op->emitOpError()
                            << "expected " << name << " to be one of ";
  llvm::interleaveComma(cases, diag,
                        [&](const auto &entry) { diag << entry.first; });
  return diag << "; got '" << text << "'";
}

/// Reads all options.
static LogicalResult readOptions(AmpAutocastOp op,
                                 amp::AutocastOptions &options) {
  using namespace amp;
  options.type = op.getDtype().str();
  options.foldWeights = op.getFoldWeights();
  options.policy = op.getPolicy().str();
  options.strictRules = op.getStrictRules();
  std::pair<StringRef, ComputeKind> computeKinds[] = {
      {"f32", ComputeKind::High}, {"low", ComputeKind::Low}};
  return success(
      succeeded(readChoice<AssignKind>(op, "assign", op.getAssign(),
                                       options.assign,
                                       {{"optimal", AssignKind::Optimal},
                                        {"greedy", AssignKind::Greedy},
                                        {"fixpoint", AssignKind::Fixpoint}})) &&
      succeeded(readChoice<ComputeKind>(op, "compute", op.getCompute(),
                                        options.compute, computeKinds)) &&
      succeeded(readChoice<ComputeKind>(op, "accumulate", op.getAccumulate(),
                                        options.accumulate, computeKinds)) &&
      succeeded(readChoice<UnlistedKind>(op, "unlisted", op.getUnlisted(),
                                         options.unlisted,
                                         {{"warn", UnlistedKind::Warn},
                                          {"error", UnlistedKind::Error},
                                          {"ignore", UnlistedKind::Ignore}})) &&
      succeeded(readChoice<SignatureKind>(
          op, "signature", op.getSignature(), options.signature,
          {{"keep", SignatureKind::Keep},
           {"convert", SignatureKind::Convert}})));
}

LogicalResult AmpAutocastOp::verify() {
  // A misspelt option would be carried along and read by nobody.
  for (NamedAttribute attribute : (*this)->getDiscardableAttrs()) {
    if (attribute.getName().getValue().contains('.'))
      continue;
    InFlightDiagnostic diag = emitOpError() << "expected the options ";
    llvm::interleaveComma(getAttributeNames(), diag);
    return diag << "; got '" << attribute.getName().getValue() << "'";
  }
  amp::AutocastOptions options;
  return readOptions(*this, options);
}

DiagnosedSilenceableFailure
AmpAutocastOp::applyToOne(TransformRewriter &rewriter, Operation *target,
                          ApplyToEachResultList &results,
                          TransformState &state) {
  amp::AutocastOptions options;
  if (failed(readOptions(*this, options)))
    return DiagnosedSilenceableFailure::definiteFailure();
  auto function = dyn_cast<FunctionOpInterface>(target);
  auto module = function ? target->getParentOfType<ModuleOp>()
                         : dyn_cast<ModuleOp>(target);
  if (!module)
    return emitDefiniteFailure()
           << "expected the target to be a module or a function, got '"
           << target->getName() << "'";
  if (function)
    options.target = target;
  // What is wrong with an option stands at the module.
  if (failed(amp::convertToMixedPrecision(module, options)))
    return emitDefiniteFailure() << "could not convert its target";
  results.push_back(target);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// AmpSetPrecisionOp
//===----------------------------------------------------------------------===//

ParseResult AmpSetPrecisionOp::parse(OpAsmParser &parser,
                                     OperationState &result) {
  Properties &properties = result.getOrAddProperties<Properties>();
  OpAsmParser::UnresolvedOperand target;
  Type targetType;
  StringRef keyword;
  if (parser.parseOperand(target))
    return failure();
  while (succeeded(parser.parseOptionalKeyword(
      &keyword,
      {"always", "follow", "never", "accumulate", "result", "precision"}))) {
    if (std::optional<amp::Category> category =
            amp::symbolizeCategory(keyword)) {
      properties.category =
          amp::CategoryAttr::get(parser.getContext(), *category);
      continue;
    }
    if (parser.parseLParen())
      return failure();
    Type type;
    if (keyword == "precision") {
      if (parser.parseAttribute(properties.precision))
        return failure();
    } else if (parser.parseType(type)) {
      return failure();
    } else {
      (keyword == "accumulate" ? properties.accumulate
                               : properties.result_type) = TypeAttr::get(type);
    }
    if (parser.parseRParen())
      return failure();
  }
  return failure(parser.parseOptionalAttrDict(result.attributes) ||
                 parser.parseColonType(targetType) ||
                 parser.resolveOperand(target, targetType, result.operands));
}

void AmpSetPrecisionOp::print(OpAsmPrinter &printer) {
  printer << " " << getTarget();
  if (amp::CategoryAttr category = getCategoryAttr())
    printer << " " << amp::stringifyEnum(category.getValue());
  if (std::optional<Type> type = getAccumulate())
    printer << " accumulate(" << *type << ")";
  if (std::optional<Type> type = getResultType())
    printer << " result(" << *type << ")";
  if (amp::PrecisionAttr precision = getPrecisionAttr())
    printer << " precision(" << Attribute(precision) << ")";
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : " << getTarget().getType();
}

LogicalResult AmpSetPrecisionOp::verify() {
  if (!getCategoryAttr() && !getAccumulate() && !getResultType() &&
      !getPrecisionAttr())
    return emitOpError() << "expected at least one of a category, "
                            "'accumulate(TYPE)', 'result(TYPE)' and "
                            "'precision(SIGNATURE)'";
  for (std::optional<Type> type : {getAccumulate(), getResultType()})
    if (type && !isa<FloatType>(*type))
      return emitOpError() << "expected a float type, got " << *type;
  return success();
}

DiagnosedSilenceableFailure
AmpSetPrecisionOp::applyToOne(TransformRewriter &rewriter, Operation *target,
                              ApplyToEachResultList &results,
                              TransformState &state) {
  if (amp::PrecisionAttr precision = getPrecisionAttr())
    if (precision.getOperands().size() != target->getNumOperands() ||
        precision.getResults().size() != target->getNumResults()) {
      DiagnosedSilenceableFailure diag =
          emitSilenceableError()
          << "expected a signature of " << target->getNumOperands()
          << " operands and " << target->getNumResults() << " results";
      diag.attachNote(target->getLoc()) << "when applied to this op";
      return diag;
    }
  rewriter.modifyOpInPlace(target, [&] {
    auto set = [&](StringRef name, Attribute value) {
      if (value)
        target->setDiscardableAttr(name, value);
    };
    set(amp::kCategoryAttrName, getCategoryAttr());
    set(amp::kAccumulateAttrName, getAccumulateAttr());
    set(amp::kResultAttrName, getResultTypeAttr());
    set(amp::kPrecisionAttrName, getPrecisionAttr());
  });
  return DiagnosedSilenceableFailure::success();
}

void AmpSetPrecisionOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  onlyReadsHandle(getTargetMutable(), effects);
  modifiesPayload(effects);
}

//===----------------------------------------------------------------------===//
// AmpGetCastsOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure AmpGetCastsOp::apply(TransformRewriter &rewriter,
                                                 TransformResults &results,
                                                 TransformState &state) {
  // A set: targets may be nested.
  llvm::SetVector<Operation *> casts;
  for (Operation *target : state.getPayloadOps(getTarget()))
    target->walk([&](Operation *op) {
      if (amp::isPrecisionCast(op))
        casts.insert(op);
    });
  results.set(cast<OpResult>(getCasts()), casts.getArrayRef());
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
class AmpTransformExtension
    : public TransformDialectExtension<AmpTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AmpTransformExtension)

  void init() {
    declareDependentDialect<amp::AmpDialect>();
    declareGeneratedDialect<arith::ArithDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "AmpDialect/TransformOps/AmpTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void amp::registerTransformDialectExtension(DialectRegistry &registry) {
  registry.addExtensions<AmpTransformExtension>();
}
